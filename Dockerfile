# The crawler as one compiled program, without Deno, npm or a shell script around it.
#
#   docker build -t dmf .
#   docker run -d --name dmf -v dmf-data:/box/data dmf watch --contact ra@example.kr
#
# It needs to reach the publisher's host and nothing else; it listens on its own loopback only.

FROM --platform=linux/amd64 denoland/deno:2.9.6 AS build
WORKDIR /build
COPY deno.json deno.lock ./
COPY selectors selectors
COPY src src
COPY tools tools
RUN deno task compile x86_64-unknown-linux-gnu

FROM --platform=linux/amd64 debian:12-slim
# A box is one folder: dmf.json and selectors/ may be mounted into it, data/ is the volume.
RUN useradd --uid 10001 --user-group --no-create-home --shell /usr/sbin/nologin dmf \
  && install -d -o dmf -g dmf /box /box/data
COPY --from=build /build/dist/dmf /usr/local/bin/dmf
WORKDIR /box
USER dmf
VOLUME /box/data
STOPSIGNAL SIGTERM
ENTRYPOINT ["dmf"]
CMD ["watch"]
