"""What is printed for phones must be reachable by phones."""

from __future__ import annotations

import contextlib
import errno
import shutil
import socket
import subprocess
import sys

import pytest

from control import serving
from control.kernel import network
from control.serving import DAY, NO_NETWORK, WayIn, begin_work, last_address, sockets_at, tell
from tests.ports import free_port


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


# ---- where it is

OLD, NEW = socket.AF_INET, socket.AF_INET6
HALL, DOCKER, CABLE = ("wlan0", "up device"), ("docker0", "up"), ("eth0", "down device")


@pytest.mark.parametrize(
    ("gateways", "table", "found"),
    [
        ({}, {}, ""),
        ({OLD: "192.168.1.20"}, {HALL: {OLD: "10.1.2.3"}}, "192.168.1.20"),
        ({}, {HALL: {OLD: "192.168.7.5"}}, "192.168.7.5"),
        ({NEW: "2a00::5"}, {HALL: {OLD: "192.168.7.5", NEW: "2a00::5"}}, "192.168.7.5"),
        ({}, {DOCKER: {OLD: "172.17.0.1"}, HALL: {OLD: "192.168.7.5"}}, "192.168.7.5"),
        ({}, {DOCKER: {OLD: "172.17.0.1"}}, "172.17.0.1"),
        ({}, {CABLE: {OLD: "10.0.0.9"}, HALL: {OLD: "192.168.7.5"}}, "192.168.7.5"),
        ({}, {CABLE: {OLD: "10.0.0.9"}, DOCKER: {}}, ""),
        ({}, {HALL: {OLD: "10.10.0.5"}, ("eth1", "up device"): {OLD: "10.9.0.5"}}, "10.9.0.5"),
        ({}, {HALL: {OLD: "169.254.7.5"}}, "169.254.7.5"),
        ({}, {HALL: {OLD: "169.254.7.5", NEW: "fd00:7::5"}}, "fd00:7::5"),
        ({NEW: "2a00::5"}, {}, "2a00::5"),
        ({}, {("en0", ""): {OLD: "192.168.7.5"}}, "192.168.7.5"),  # no Linux: nothing more is said of it
    ],
)
def test_the_address_in_the_hall_is_found_where_nothing_leads_on_too(monkeypatch, tmp_path, gateways, table, found):
    for name, more in table:
        for said in more.split():
            (tmp_path / name).mkdir(exist_ok=True)
            (tmp_path / name / ("device" if said == "device" else "operstate")).write_text(f"{said}\n")
    rows = list(table.values())
    monkeypatch.setattr(network, "INTERFACES", tmp_path)
    monkeypatch.setattr(network, "towards_a_gateway", lambda kind: gateways.get(kind, ""))
    monkeypatch.setattr(network, "addresses_at", lambda kind, number: filter(None, [rows[number].get(kind)]))
    monkeypatch.setattr("socket.if_nameindex", lambda: [(number, name) for number, (name, _) in enumerate(table)])
    assert network.address_in_the_hall() == found


def has_new_kind():
    """Whether this machine has addresses of the new kind at all."""
    with contextlib.suppress(OSError), socket.create_server(("::1", 0), family=NEW):
        return True
    return False


def test_this_machine_finds_itself_in_a_network_without_a_gateway(tmp_path):
    made = "ip link set lo up"
    for one in ("hall", "cable"):
        made += f" && ip link add {one}0 type veth peer name {one}1"
    made += " && ip link set hall1 up && ip link set cable0 up && ip addr add 10.9.9.9/24 dev cable0"  # a loose end
    at = "ip link set hall0 up && ip addr add {} dev hall0 {}"
    (tmp_path / "cable0").mkdir()
    (tmp_path / "cable0" / "operstate").write_text("down\n")
    where = f'network.INTERFACES = __import__("pathlib").Path("{tmp_path}")'  # there it is told of those outside
    find = "from control.kernel import network; {}; print(network.address_in_the_hall() or 0)"
    asked = f"{sys.executable} -c '{find.format(where)}'"
    in_time = f"for _ in $(seq 60); do it=$({asked}); [ $it = 0 ] || break; sleep 0.1; done; echo $it"
    if (
        not shutil.which("unshare")
        or subprocess.run(["unshare", "-n", "sh", "-c", made], capture_output=True).returncode
    ):
        pytest.skip("this machine lets nobody make a network of his own")
    kinds = [("192.168.77.5/24", "", "192.168.77.5"), ("fd00:7::5/64", "nodad", "fd00:7::5")]
    for mask, more, found in kinds if has_new_kind() else kinds[:1]:
        told = subprocess.check_output(
            ["unshare", "-n", "sh", "-c", f"{asked}; {made}; {asked}; {at.format(mask, more)}; {in_time}"], text=True
        )
        assert told.split() == ["0", "0", found]


@pytest.mark.parametrize("address", ["127.0.0.1", "127.0.1.1", "0.0.0.0", "::1", "::", "fe80::1%eth0"])
def test_what_is_no_address_for_others_is_none(address):
    assert network.for_others(address) == ""


def test_only_who_listens_there_is_reached_at_an_address_of_the_new_kind(monkeypatch):
    monkeypatch.setattr(network, "address_in_the_hall", lambda: "fd00:7::5")
    assert network.reached_at("", 8000) == network.reached_at("::", 8000) == "http://[fd00:7::5]:8000"
    assert network.reached_at("0.0.0.0", 8000) == "http://localhost:8000"
    assert network.for_phones("localhost:8000") == "[fd00:7::5]:8000"


@pytest.mark.parametrize(
    ("host", "kinds"), [("", {OLD, NEW}), ("::", {OLD, NEW}), ("0.0.0.0", {OLD}), ("127.0.0.1", {OLD}), ("::1", {NEW})]
)
@pytest.mark.parametrize("has_new", [False, *([True] if has_new_kind() else [])])
def test_what_listens_everywhere_listens_at_both_kinds_of_address_that_a_machine_has(monkeypatch, host, kinds, has_new):
    def made(address, *, family, make=socket.create_server, **how):
        if family == NEW and not has_new:
            raise OSError(errno.EAFNOSUPPORT, "Address family not supported by protocol")
        return make(address, family=family, **how)

    monkeypatch.setattr("socket.create_server", made)
    if kinds == {NEW} and not has_new:
        with pytest.raises(OSError, match="not supported"):
            sockets_at(host, free_port())
        return
    with contextlib.ExitStack() as heard:
        listening = [heard.enter_context(one) for one in sockets_at(host, free_port())]
        assert {one.family for one in listening} == (kinds if has_new else {OLD})


@pytest.mark.skipif(not has_new_kind(), reason="this machine has no addresses of the new kind")
def test_a_port_that_is_taken_at_one_kind_of_address_is_taken():
    with socket.create_server(("::1", 0), family=NEW) as taken, pytest.raises(OSError, match="in use"):
        sockets_at("", taken.getsockname()[1])


@pytest.mark.parametrize("host", ["::1", "fe80::1"])
def test_an_address_in_figures_of_the_new_kind_is_printed_as_browsers_take_it(host):
    assert serving.addresses(host, 8000, WayIn()) == [f"http://[{host}]:8000/"]


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


def test_a_room_that_was_opened_before_its_network_was_there_prints_the_address_that_it_has_by_now(app, monkeypatch):
    monkeypatch.setattr(app.copies, "start", lambda: None)
    monkeypatch.setattr(network, "address_in_the_hall", str)
    begin_work(app, 8000)
    assert app.at == "http://localhost:8000"
    monkeypatch.setattr(network, "address_in_the_hall", lambda: "10.1.2.3")
    assert app.at == last_address(app.copies.folder) == "http://10.1.2.3:8000"


def test_what_is_printed_while_the_network_is_down_has_the_newest_address_that_was_good(app, monkeypatch):
    monkeypatch.setattr(app.copies, "start", lambda: None)
    monkeypatch.setattr(network, "address_in_the_hall", lambda: "10.1.2.3")
    begin_work(app, 8000)
    monkeypatch.setattr(network, "address_in_the_hall", str)
    assert app.at == "http://10.1.2.3:8000", "that of the start"
    monkeypatch.setattr(network, "address_in_the_hall", lambda: "10.9.9.9")
    assert app.at == "http://10.9.9.9:8000"
    monkeypatch.setattr(network, "address_in_the_hall", str)
    assert app.at == "http://10.9.9.9:8000"


def test_who_is_in_no_network_is_told_so_and_shown_no_code_that_opens_the_phone_itself(capsys):
    for host in ("localhost", "127.0.0.1", "[::1]"):
        tell("A room", "game.db", [f"http://{host}:8000/"], [])
        told = capsys.readouterr().out
        assert (NO_NETWORK in told, "█" in told) == (True, False), host
    tell("A room", "game.db", ["http://localhost:8000/", "http://10.1.2.3:8000/"], [])
    told = capsys.readouterr().out
    assert (NO_NETWORK in told, "█" in told) == (False, True)


@pytest.mark.parametrize(
    ("host", "way", "told"),
    [
        ("0.0.0.0", WayIn(), ["http://localhost:8000/", "http://10.1.2.3:8000/"]),
        ("127.0.0.1", WayIn(), ["http://127.0.0.1:8000/"]),
        ("10.9.9.9", WayIn(certificate=DAY), ["https://10.9.9.9:8000/"]),
        ("127.0.0.1", WayIn(("a.example",), behind="127.0.0.1"), ["http://127.0.0.1:8000/", "https://a.example/"]),
        (
            "0.0.0.0",
            WayIn(("a.example",), certificate="a.pem"),
            ["https://localhost:8000/", "https://10.1.2.3:8000/", "https://a.example:8000/"],
        ),
    ],
)
def test_the_window_names_last_the_address_that_phones_open_as_the_codes_on_paper_do(monkeypatch, host, way, told):
    monkeypatch.setattr(serving, "address_in_the_hall", lambda: "10.1.2.3")
    monkeypatch.setattr(network, "address_in_the_hall", lambda: "10.1.2.3")
    assert serving.addresses(host, 8000, way) == told
    if host != "127.0.0.1" or way.behind:
        assert told[-1] == f"{way.leads_to(host, 8000)}/"
