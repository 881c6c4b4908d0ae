"""Where this machine can be reached from the hall."""

from __future__ import annotations

import ipaddress
import os
import socket
import struct
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

if sys.platform == "linux":
    import fcntl

AT_HOME = ("localhost", "127.0.0.1", "::1")
"""What every machine calls itself."""
ANYWHERE_OF_OLD = "0.0.0.0"
ANYWHERE = (ANYWHERE_OF_OLD, "::", "")
"""What a program listens at that listens at every address of its machine; the first, at those of four figures alone."""


KINDS = {
    socket.AF_INET: (("192.0.2.1", 9), ("224.0.0.1", 9)),
    socket.AF_INET6: (("2001:db8::1", 9), ("ff0e::1", 9)),
}
"""Of each kind of address one that is reserved for documentation, to which only a gateway could lead, and one of a
group, to which every network leads. Whoever connects without sending is told which address of his own he would use."""


def address_in_the_hall() -> str:
    """The address of this machine towards its network, one in four figures if there is one; empty if it has none.
    Nothing is sent. Most networks lead on; in a hall often none does, so those are looked at that end here. One that
    the machine gave itself, since nobody gave it any, comes last."""
    ways = (way(kind) for kind in KINDS for way in (towards_a_gateway, on_a_wire))
    return next((found for found in ways if found and not is_self_given(found)), "") or on_a_wire(socket.AF_INET)


def towards_a_gateway(kind: socket.AddressFamily) -> str:
    """The address of this machine towards what leads on; empty if nothing does."""
    with suppress(OSError), socket.socket(kind, socket.SOCK_DGRAM) as probe:
        probe.connect(KINDS[kind][0])
        return for_others(probe.getsockname()[0])
    return ""


def on_a_wire(kind: socket.AddressFamily) -> str:
    """The address of this machine in a network that ends here; empty if it is in none. Programs on it may have made
    networks of their own: theirs is taken where there is no other."""
    held = []
    with suppress(OSError):  # where a system lets nobody list them
        held = [(name, found) for number, name in socket.if_nameindex() for found in addresses_at(kind, number)]
    there = {found for name, found in held if is_connected(name)}
    real = {found for name, found in held if (INTERFACES / name / "device").exists()}
    order = sorted(there, key=lambda one: (is_self_given(one), one not in real, int(ipaddress.ip_address(one))))
    return next(iter(order), "")


def is_self_given(address: str) -> bool:
    """Whether a machine gave itself an address, since nobody gave it any."""
    return ipaddress.ip_address(address).is_link_local


INTERFACES = Path("/sys/class/net")
"""Where Linux tells of each whether a device is behind it and anybody at its other end; elsewhere they have no address
else."""


ADDRESS_OF_INTERFACE = 0x8915
"""What Linux calls SIOCGIFADDR: asked with a name, it answers with the address behind it."""


def is_connected(interface: str) -> bool:
    """Whether anybody can be at the other end of an interface, as far as the system says."""
    try:
        return (INTERFACES / interface / "operstate").read_text().strip() not in ("down", "lowerlayerdown")
    except OSError:
        return True


def addresses_at(kind: socket.AddressFamily, interface: int) -> Iterator[str]:
    """The address of this machine at one interface. Linux is asked for it: towards a group it would name that of
    another interface where this one has none of four figures."""
    with suppress(OSError), socket.socket(kind, socket.SOCK_DGRAM) as probe:
        if sys.platform == "linux" and kind == socket.AF_INET:
            asked = struct.pack("40s", os.fsencode(socket.if_indextoname(interface)))
            if found := for_others(socket.inet_ntoa(fcntl.ioctl(probe, ADDRESS_OF_INTERFACE, asked)[20:24])):
                yield found
            return
        if kind == socket.AF_INET6:
            probe.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_MULTICAST_IF, interface)
        elif os.name == "nt":
            probe.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, struct.pack("!I", interface))
        else:
            probe.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, struct.pack("@8xi", interface))
        probe.connect(KINDS[kind][1])
        if found := for_others(probe.getsockname()[0]):
            yield found


def for_others(address: str) -> str:
    """An address, if others may open it; empty for this machine's own, and for one that is meant at one interface and
    no browser can open (fe80::1%eth0)."""
    read = ipaddress.ip_address(address.partition("%")[0])
    useless = read.is_loopback or read.is_unspecified or (read.version == 6 and read.is_link_local)
    return "" if useless else str(read)


def reached_at(host: str, port: int, scheme: str = "http") -> str:
    """The address of what listens at a ``host`` of this machine: that one where somebody named it, or else the one
    towards its network."""
    own = "" if host in ANYWHERE or host in AT_HOME else host
    return address_of(own or heard_at(host) or AT_HOME[0], port, scheme)


def heard_at(host: str) -> str:
    """The address of this machine towards its network, if what listens at a ``host`` is heard there; else empty."""
    found = address_in_the_hall()
    return "" if ":" in found and host == ANYWHERE_OF_OLD else found


def address_of(name: str, port: int, scheme: str = "http") -> str:
    """The address of a machine, by its name or its address in figures."""
    return f"{scheme}://{in_brackets(name)}:{port}"


def in_brackets(name: str) -> str:
    """A machine's name or its address in figures, as it stands in an address before the port."""
    return f"[{name}]" if ":" in name else name


def for_phones(host: str) -> str:
    """A host, with its port, as a phone in the hall can reach it: "localhost" on paper would be the phone itself."""
    name, colon, port = host.rpartition(":") if not host.endswith("]") else (host, "", "")
    if not name:
        name, colon, port = host, "", ""
    return f"{in_brackets(address_in_the_hall()) or name}{colon}{port}" if name.strip("[]") in AT_HOME else host


def is_at_home(address: str) -> bool:
    """Whether an address means this machine here and another one everywhere else: the phone itself, to a phone."""
    return urlsplit(address).hostname in AT_HOME


def is_found_from(other: str, address: str) -> bool:
    """Whether the machine at an ``other`` address finds this one at this ``address``."""
    return is_at_home(other) or not is_at_home(address)


class Newest:
    """The newest address at which others find this machine, as ``ask`` tells it: asked anew each time, since a laptop
    that was started before it was in the hall's network has another by now. While it is in none, the one of before
    stands: what is printed then is scanned when the network is back."""

    def __init__(self, ask: Callable[[], str]) -> None:
        self.ask = ask
        self.last = ask()

    def __call__(self) -> str:
        found = self.ask()
        if is_at_home(self.last) or not is_at_home(found):
            self.last = found
        return self.last
