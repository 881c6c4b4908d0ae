"""The encrypted way in: a certificate, one's own or made for the day, and the relay that speaks it.

waitress answers, and knows no encryption. So a relay in a thread of its own takes the encrypted connections, and hands
on what they say to waitress at this machine (docs/decisions/0013-the-way-in.md).
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import os
import re
import socket
import ssl
import threading
from collections.abc import Coroutine, Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from control.kernel.errors import OrderNotAllowed
from control.listening import AT_HOME, LINGERS, Ears

HANDSHAKE = 10.0
"""Seconds in which an encrypted connection has to be agreed on."""
CUT_OFF = 35.0
"""Seconds after which a line that is over is cut off: asyncio gives the other side thirty, and waits for ever for one
that broke off while nobody listened to it."""
PIECE = 65536
A_MOMENT = 0.05
ENCRYPTED = b"\x16"
"""What an encrypted connection begins with; a request without encryption begins with a letter."""
END = "\r\n"
GOOD_FOR = timedelta(days=3)
LEFT = timedelta(hours=18)
"""A certificate made for the day is used again while it is good for so long, so that its fingerprint on paper stays."""


# ---- Certificates


def context_of(certificate: Path, key: Path | None) -> ssl.SSLContext:
    """What speaks with this certificate. Raises OrderNotAllowed if it cannot be used."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    try:
        context.load_cert_chain(certificate, key, password=no_password)
    except (OSError, ssl.SSLError, ValueError) as error:
        raise OrderNotAllowed(
            f"The certificate {certificate}{f' with the key {key}' if key else ''} cannot be used: {error}. Both are "
            "PEM files; --certificate day makes one.",
            field="--certificate",
        ) from None
    return context


def no_password() -> str:
    """Nobody is asked for the password of a key: a room that is started again at noon has nobody to type it."""
    raise ValueError("the key has a password")


def fingerprint(certificate: Path) -> str:
    """The SHA-256 of a certificate as browsers show it: bytes in capitals, with colons."""
    found = x509.load_pem_x509_certificate(certificate.read_bytes())
    return found.fingerprint(hashes.SHA256()).hex(":").upper()


def for_the_day(file: Path, names: Iterable[str], now: datetime | None = None) -> Path:
    """A certificate with its key in ``file``, which only its owner reads, for these names and addresses: the one that
    is there if it will do, or a new one."""
    moment = now or datetime.now(UTC)
    wanted = list(dict.fromkeys(name for name in names if name))
    if not will_do(file, wanted, moment):
        made = new_pair(wanted, moment)
        draft = file.with_name(f"{file.name}.draft")
        draft.unlink(missing_ok=True)
        with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as to:
            to.write(made)
        draft.replace(file)
    return file


def will_do(file: Path, wanted: list[str], moment: datetime) -> bool:
    """Whether the certificate that is there is good for the day, and for these names."""
    try:
        found = x509.load_pem_x509_certificate(file.read_bytes())
        named = found.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (OSError, ValueError, x509.ExtensionNotFound):
        return False
    known = {*named.get_values_for_type(x509.DNSName), *map(str, named.get_values_for_type(x509.IPAddress))}
    in_time = found.not_valid_before_utc <= moment and moment + LEFT <= found.not_valid_after_utc
    return in_time and known.issuperset(wanted)


def new_pair(wanted: list[str], moment: datetime) -> bytes:
    """A new key and a certificate that it signed itself, as PEM."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "control room")])
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(moment - timedelta(days=1))  # a phone's clock may be behind
        .not_valid_after(moment + GOOD_FOR)
        .add_extension(x509.SubjectAlternativeName([as_name(one) for one in wanted]), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    return private + made.public_bytes(serialization.Encoding.PEM)


def as_name(name: str) -> x509.GeneralName:
    """A name, or an address in figures, as a certificate has it."""
    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)


# ---- The relay


class Relay:
    """Takes encrypted connections at an address and hands them on, decrypted, to ``port`` at this machine. ``ears``
    learn who is behind each."""

    def __init__(self, listening: list[socket.socket], context: ssl.SSLContext, port: int, ears: Ears) -> None:
        self._listening, self._context, self._port, self._ears = listening, context, port, ears
        self._loop = asyncio.new_event_loop()
        self._tasks: set[asyncio.Task[None]] = set()
        threading.Thread(target=self._run, name="encryption", daemon=True).start()

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        for one in self._listening:
            one.setblocking(False)
            self._begin(self._accept(one))
        with contextlib.suppress(RuntimeError):  # the program ends
            self._loop.run_forever()

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Do this beside the rest."""
        task = self._loop.create_task(work)
        self._tasks.add(task)  # a task that nobody holds may be thrown away before its end
        task.add_done_callback(self._tasks.discard)

    async def _accept(self, listening: socket.socket) -> None:
        """Whoever comes to this address."""
        while True:
            try:
                self._begin(self._meet((await self._loop.sock_accept(listening))[0]))
            except OSError:  # too many files are open, or he was gone before he was met
                await asyncio.sleep(A_MOMENT)

    async def _meet(self, line: socket.socket) -> None:
        """One who came: whoever speaks without encryption is told where to go, which is all that he is told."""
        heard = asyncio.StreamReader(PIECE)
        protocol = asyncio.StreamReaderProtocol(heard)
        said = None
        try:
            async with asyncio.timeout(HANDSHAKE):
                encrypted = await self._first_byte(line) == ENCRYPTED
                transport, _ = await self._loop.connect_accepted_socket(
                    lambda: protocol, line, ssl=self._context if encrypted else None
                )
                said = asyncio.StreamWriter(transport, protocol, heard, self._loop)
                if not encrypted:
                    said.write(sent_on(await heard.readuntil(b"\r\n\r\n")))
                    said.close()
                    return
        except (OSError, EOFError, asyncio.LimitOverrunError):
            if said:
                said.transport.abort()
            line.close()
            return
        await self._take(heard, said)

    async def _first_byte(self, line: socket.socket) -> bytes:
        """What is said first, which is left to be heard."""
        there = asyncio.Event()
        self._loop.add_reader(line, there.set)
        try:
            await there.wait()
        finally:
            self._loop.remove_reader(line)
        return line.recv(1, socket.MSG_PEEK)

    async def _take(self, heard: asyncio.StreamReader, said: asyncio.StreamWriter) -> None:
        """One connection: what is said on either side goes to the other, until one is silent for good."""
        inner = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        inner.setblocking(False)
        inner.bind((AT_HOME[0], 0))
        port = inner.getsockname()[1]
        self._ears.peers[port] = str(said.get_extra_info("peername")[0])  # before anybody can ask
        ways: list[asyncio.Task[None]] = []
        try:
            await self._loop.sock_connect(inner, (AT_HOME[0], self._port))
            answer, ask = await asyncio.open_connection(sock=inner, limit=PIECE)
            ways = [self._loop.create_task(hand_on(heard, ask)), self._loop.create_task(hand_on(answer, said))]
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            if port in self._ears.lingering:
                await asyncio.wait(ways[:1], timeout=LINGERS)
            ask.close()
        except OSError:
            inner.close()
        finally:
            for way in ways:
                way.cancel()
            said.close()
            del self._ears.peers[port]
            self._ears.lingering.discard(port)
        with contextlib.suppress(OSError):
            async with asyncio.timeout(CUT_OFF):
                await said.wait_closed()
        said.transport.abort()


def sent_on(asked: bytes) -> bytes:
    """The answer to a request that came without encryption: the same address with it, if that can be read. It holds for
    now: the next game at this address may be without."""
    lines = asked.decode("latin-1").split("\r\n")
    path = re.fullmatch(r"[A-Z]+ (/[!-~]*) HTTP/1\.[01]", lines[0])
    host = next((found[1] for line in lines if (found := re.fullmatch(r"(?i:host): *([\w.:\[\]-]+) *", line))), "")
    where = f"https://{host}{path[1]}" if path and host else ""
    told = f"This control room speaks https: {where or 'put https:// before its address'}\n".encode()
    head = [f"HTTP/1.1 {f'302 Found{END}Location: {where}' if where else '400 Bad Request'}"]
    head += ["Content-Type: text/plain; charset=utf-8", f"Content-Length: {len(told)}", "Cache-Control: no-store"]
    return END.join([*head, "Connection: close", END]).encode() + told


async def hand_on(heard: asyncio.StreamReader, to: asyncio.StreamWriter) -> None:
    """Say to one side what the other says."""
    with contextlib.suppress(OSError, ssl.SSLError):
        while piece := await heard.read(PIECE):
            to.write(piece)
            await to.drain()
