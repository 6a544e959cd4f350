"""The line in front of a site brings everything whole, both ways, and counts what comes down."""

import socket
import threading

from bench.slow_line import line

SENT = bytes(range(256)) * 400


def _one_that_answers(server: socket.socket) -> None:
    """Reads the whole request, then answers with it twice."""
    connection, _address = server.accept()
    with connection:
        got = b""
        while piece := connection.recv(65_536):
            got += piece
        connection.sendall(got * 2)


def test_a_line_brings_every_byte_and_counts_those_that_come_down():
    with socket.create_server(("127.0.0.1", 0)) as server:
        answering = threading.Thread(target=_one_that_answers, args=(server,))
        answering.start()
        with line(server.getsockname()[1], rate=50e6, round_trip=0.01) as way:
            with socket.create_connection(("127.0.0.1", way.port), 10) as browser:
                browser.sendall(SENT)
                browser.shutdown(socket.SHUT_WR)
                got = b""
                while piece := browser.recv(65_536):
                    got += piece
            answering.join(10)
            assert got == SENT * 2
            assert way.down == len(got)


def test_a_site_that_is_away_ends_the_connection():
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with line(port) as way, socket.create_connection(("127.0.0.1", way.port), 10) as browser:
        assert browser.recv(10) == b""
