"""Asks a server over HTTP/2 with PyPI's `h2`, and over HTTP/1.1, and compares the answers.

    python3 -m venv venv && venv/bin/pip install h2
    venv/bin/python bench/http2_check.py localhost 8443 server/tests/certificates/one.pem / /missing …

An implementation that is not the server's own reads every frame: all streams of a run are open at once, with a window
so small that every body is cut in pieces.
"""

import http.client
import socket
import ssl
import sys

import h2.config
import h2.connection
import h2.events
import h2.settings

WINDOW = 1_000
ENCODINGS = ["identity", "gzip", "br", "zstd"]
# What differs by time, or belongs to a connection.
LEFT_OUT = {"date", "connection", "keep-alive", "transfer-encoding"}


def context(certificate: str, protocol: str) -> ssl.SSLContext:
    made = ssl.create_default_context(cafile=certificate)
    made.set_alpn_protocols([protocol])
    return made


def over_2(host: str, port: int, certificate: str, requests: list) -> dict:
    raw = socket.create_connection((host, port), timeout=20)
    stream = context(certificate, "h2").wrap_socket(raw, server_hostname=host)
    assert stream.selected_alpn_protocol() == "h2"
    connection = h2.connection.H2Connection(h2.config.H2Configuration(header_encoding="utf-8"))
    connection.initiate_connection()
    connection.update_settings({h2.settings.SettingCodes.INITIAL_WINDOW_SIZE: WINDOW})
    waiting = {}
    for request in requests:
        method, path, encoding = request
        number = connection.get_next_available_stream_id()
        head = [(":method", method), (":scheme", "https"), (":authority", host), (":path", path)]
        connection.send_headers(number, head + [("accept-encoding", encoding)], end_stream=True)
        waiting[number] = [request, None, b""]
    answers = {}
    while len(answers) < len(requests):
        stream.sendall(connection.data_to_send())
        received = stream.recv(65_536)
        assert received, "the server closed"
        for event in connection.receive_data(received):
            if isinstance(event, h2.events.ResponseReceived):
                waiting[event.stream_id][1] = event.headers
            elif isinstance(event, h2.events.DataReceived):
                waiting[event.stream_id][2] += event.data
                connection.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
            elif isinstance(event, h2.events.StreamEnded):
                request, headers, body = waiting[event.stream_id]
                status = int(dict(headers)[":status"])
                fields = sorted((name, value) for name, value in headers if name[0] != ":" and name not in LEFT_OUT)
                answers[request] = (status, fields, body)
            elif isinstance(event, (h2.events.StreamReset, h2.events.ConnectionTerminated)):
                raise SystemExit(f"ended by the server: {event}")
    connection.close_connection()
    stream.sendall(connection.data_to_send())
    return answers


def over_1(connection: http.client.HTTPSConnection, request: tuple) -> tuple:
    method, path, encoding = request
    connection.request(method, path, headers={"Accept-Encoding": encoding})
    answer = connection.getresponse()
    fields = sorted((name.lower(), value) for name, value in answer.getheaders() if name.lower() not in LEFT_OUT)
    return answer.status, fields, answer.read()


def main(host: str, port: str, certificate: str, *paths: str) -> None:
    requests = [(method, path, encoding) for path in paths for method in ("GET", "HEAD") for encoding in ENCODINGS]
    plain = http.client.HTTPSConnection(host, int(port), context=context(certificate, "http/1.1"))
    for begin in range(0, len(requests), 100):
        part = requests[begin : begin + 100]
        for request, answer in over_2(host, int(port), certificate, part).items():
            expected = over_1(plain, request)
            assert answer == expected, f"{request}\nHTTP/2:   {answer[:2]}\nHTTP/1.1: {expected[:2]}"
    print(f"{len(requests)} answers are the same")


main(*sys.argv[1:])
