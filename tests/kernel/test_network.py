"""What is printed for phones must be reachable by phones."""

from __future__ import annotations

import pytest

from control.kernel import network


@pytest.mark.parametrize(
    ("host", "printed"),
    [
        ("localhost:8000", "10.1.2.3:8000"),
        ("127.0.0.1", "10.1.2.3"),
        ("[::1]:8000", "10.1.2.3:8000"),
        ("room.local:8000", "room.local:8000"),
        ("10.9.9.9", "10.9.9.9"),
        ("[fe80::1]", "[fe80::1]"),
    ],
)
def test_localhost_on_paper_becomes_the_address_in_the_hall(monkeypatch, host, printed):
    monkeypatch.setattr(network, "address_in_the_hall", lambda: "10.1.2.3")
    assert network.for_phones(host) == printed


def test_without_a_network_the_name_stays(monkeypatch):
    monkeypatch.setattr(network, "address_in_the_hall", str)
    assert network.for_phones("localhost:8000") == "localhost:8000"
