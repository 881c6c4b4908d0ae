"""What is printed for phones must be reachable by phones."""

from __future__ import annotations

import pytest

from control import serving
from control.kernel import network
from control.serving import DAY, WayIn


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


@pytest.mark.parametrize("host", ["::1", "fe80::1"])
def test_an_address_in_figures_of_the_new_kind_is_printed_as_browsers_take_it(host):
    assert serving.addresses(host, 8000) == [f"http://[{host}]:8000/"]


@pytest.mark.parametrize(
    ("way", "leads_to"),
    [
        (WayIn(), "http://10.1.2.3:8000"),
        (WayIn(("room.example.org",)), "http://10.1.2.3:8000"),  # a name that this network may not know
        (WayIn(("room.example.org",), certificate=DAY), "https://10.1.2.3:8000"),  # it is for both
        (WayIn(("room.example.org",), certificate="room.pem"), "https://room.example.org:8000"),
        (WayIn(("room.example.org",), behind="127.0.0.1"), "https://room.example.org"),
    ],
)
def test_codes_on_paper_lead_where_phones_come_in(monkeypatch, way, leads_to):
    monkeypatch.setattr(network, "address_in_the_hall", lambda: "10.1.2.3")
    assert way.leads_to("127.0.0.1", 8000) == leads_to
