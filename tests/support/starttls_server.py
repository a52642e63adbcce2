"""A mail server on loopback that offers STARTTLS; arguments are its certificate and key.

Deno upgrades connections of clients only, so this one is Python's. It prints its port, then every
line that clients send, behind "raw" or "tls".
"""
import socket
import ssl
import sys

context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(sys.argv[1], sys.argv[2])
listener = socket.create_server(("127.0.0.1", 0))
print(listener.getsockname()[1], flush=True)


def serve(connection):
    def say(text):
        connection.sendall(f"{text}\r\n".encode())

    lines = connection.makefile("rb")
    over, in_data = "raw", False
    say("220 mail.invalid ESMTP")
    while raw := lines.readline():
        line = raw.decode().rstrip()
        if not in_data:
            print(over, line, flush=True)
        verb = line.split(":")[0].split(" ")[0].upper()
        if in_data:
            if line == ".":
                in_data = False
                say("250 queued")
        elif verb == "EHLO":
            say("250-mail.invalid\r\n250 " + ("AUTH PLAIN" if over == "tls" else "STARTTLS"))
        elif verb == "STARTTLS":
            say("220 go on")
            connection = context.wrap_socket(connection, server_side=True)
            lines, over = connection.makefile("rb"), "tls"
        elif verb == "AUTH":
            say("235 welcome")
        elif verb == "DATA":
            in_data = True
            say("354 go on")
        elif verb == "QUIT":
            say("221 bye")
            return
        else:
            say("250 ok")


while True:
    try:
        serve(listener.accept()[0])
    except OSError as error:
        print("left", error, flush=True)
