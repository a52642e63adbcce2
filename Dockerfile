# The crawler and dmf-notify as compiled programs, without Deno, npm or a shell script around them.
# dmf-browser needs a Chromium beside it and is left out.
#
#   docker build -t dmf .
#   docker run -d --name dmf -v dmf-data:/box/data dmf watch --contact ra@example.kr
#   docker run -d --name dmf-notify -v dmf-data:/box/data -v ./dmf.json:/box/dmf.json:ro \
#     -v ./secrets:/box/secrets:ro --entrypoint dmf-notify dmf --watch
#
# The crawler needs to reach the publisher's host and nothing else; it listens on its own loopback
# only. dmf-notify needs to reach the mail servers and webhooks that dmf.json names.

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
COPY --from=build /build/dist/dmf /build/dist/dmf-notify /usr/local/bin/
WORKDIR /box
USER dmf
VOLUME /box/data
STOPSIGNAL SIGTERM
ENTRYPOINT ["dmf"]
CMD ["watch"]
