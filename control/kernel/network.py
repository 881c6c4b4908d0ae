"""Where this machine can be reached from the hall."""

from __future__ import annotations

import socket
from collections.abc import Callable
from urllib.parse import urlsplit

AT_HOME = ("localhost", "127.0.0.1", "::1")
"""What every machine calls itself."""
ANYWHERE = ("0.0.0.0", "::", "")
"""What a program listens at that listens at every address of its machine."""


def address_in_the_hall() -> str:
    """The address of this machine towards its network; empty if it has none. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address reserved for documentation
            return str(probe.getsockname()[0])
        except OSError:
            return ""


def reached_at(host: str, port: int, scheme: str = "http") -> str:
    """The address of what listens at a ``host`` of this machine: that one where somebody named it, or else the one
    towards its network."""
    own = "" if host in ANYWHERE or host in AT_HOME else host
    name = own or address_in_the_hall() or AT_HOME[0]
    return address_of(name, port, scheme)


def address_of(name: str, port: int, scheme: str = "http") -> str:
    """The address of a machine, by its name or its address in figures."""
    return f"{scheme}://{f'[{name}]' if ':' in name else name}:{port}"


def for_phones(host: str) -> str:
    """A host, with its port, as a phone in the hall can reach it: "localhost" on paper would be the phone itself."""
    name, colon, port = host.rpartition(":") if not host.endswith("]") else (host, "", "")
    if not name:
        name, colon, port = host, "", ""
    return f"{address_in_the_hall() or name}{colon}{port}" if name.strip("[]") in AT_HOME else host


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
