"""A port that a test has chosen is its own until it serves there, however long that takes."""

from __future__ import annotations

import socket
import sys

import pytest

from tests.ports import free_port


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a port that is held is had by nobody")
def test_a_port_is_given_to_nobody_else_before_it_is_served_at_and_between_two_servers():
    port = free_port()
    for _ in range(2):
        with socket.socket() as another, pytest.raises(OSError, match="in use"):
            another.bind(("127.0.0.1", port))  # as the system does for whoever wants any
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", port))
        assert free_port(port) == port
        with socket.create_server(("127.0.0.1", port)):
            assert free_port(port) != port
