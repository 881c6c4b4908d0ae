"""A real proxy in front: nginx, as docs/safety.md writes it down, and what it hands on.

``python -m tests.hall.proxy [NGINX] [WORKERS]`` starts the nginx of this machine (Debian: ``apt install nginx``), or
the one at that path, with a certificate made for it, and asks the room through it and past it; one of so many processes
on a PostgreSQL of its own, if they are said. Nothing of it stays.
"""

from __future__ import annotations

import re
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from http.client import HTTPConnection, HTTPResponse, HTTPSConnection
from pathlib import Path
from urllib.parse import urlencode

from control.encryption import for_the_day
from control.kernel.database.store import open_store
from control.sengoku.season.start import new_game
from tests.games import CHANCE, CODES, close, make_game, well_off
from tests.hall.attacking import line
from tests.hall.served import ask, room, serve, until
from tests.ports import free_port
from tests.postgresql import Cluster

NAME = "room.example.org"
TOLD = Path(__file__).parents[2] / "docs" / "safety.md"
AROUND = """
daemon off; master_process off; error_log stderr; pid {folder}/pid;
events {{ worker_connections 2000; }}
http {{ access_log off; client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
fastcgi_temp_path {folder}/fastcgi; uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
{server}
}}
"""


def written(folder: Path, port: int, room_at: int) -> Path:
    """The configuration that the document has, with the ports and files of here."""
    found = re.search(r"```nginx\n(.*?)```", TOLD.read_text("utf-8"), re.DOTALL)
    assert found
    certificate = folder / "day.pem"
    for_the_day(certificate, [NAME, "127.0.0.1"], datetime.now(UTC))
    said = found.group(1)
    for words, here in {
        "listen 443": f"listen 127.0.0.1:{port}",
        "/etc/ssl/room.pem": str(certificate),
        "/etc/ssl/room.key": str(certificate),
        "127.0.0.1:8000": f"127.0.0.1:{room_at}",
    }.items():
        assert words in said, words
        said = said.replace(words, here)
    file = folder / "nginx.conf"
    file.write_text(AROUND.format(folder=folder, server=said), "utf-8")
    return file


class Asker:
    """Asks through the proxy, by the name of the room."""

    def __init__(self, port: int, cafile: Path) -> None:
        self.port = port
        self.context = ssl.create_default_context(cafile=str(cafile))

    def connection(self) -> HTTPSConnection:
        """A connection of its own."""
        plain = socket.create_connection(("127.0.0.1", self.port), timeout=20)
        found = HTTPSConnection(NAME, self.port)
        found.sock = self.context.wrap_socket(plain, server_hostname=NAME)
        return found

    def ask(self, method: str, path: str, body: str = "", **headers: str) -> tuple[HTTPResponse, str]:
        """An answer, and all it says."""
        asked = {name.replace("_", "-"): words for name, words in headers.items()}
        connection = self.connection()
        connection.request(method, path, body or None, asked)
        answer = connection.getresponse()
        said = answer.read().decode("utf-8", "replace")
        connection.close()
        return answer, said


def signed_in(asker: Asker) -> tuple[str, bool]:
    """Sign in as whoever leads: the cookies, and whether all of them stay on an encrypted way."""
    form = {"Content_Type": "application/x-www-form-urlencoded", "Origin": f"https://{NAME}:{asker.port}"}
    answer, _ = asker.ask("POST", "/sign-in", urlencode({"code": CODES["game"], "name": "Ōta"}), **form)
    assert answer.status == 303, answer.status
    cookies = answer.headers.get_all("Set-Cookie") or []
    return "; ".join(one.partition(";")[0] for one in cookies), all("; Secure" in one for one in cookies)


def heard_in(asker: Asker, room_at: int, number: int) -> float:
    """Milliseconds from the answer to an act until a stream through the proxy says so."""
    connection = asker.connection()
    connection.request("GET", "/live", headers={"Authorization": f"Bearer {CODES['map']}"})
    stream = connection.getresponse()
    assert stream.status == 200
    while not stream.readline().startswith(b"data:"):
        pass
    body = {"text": "Tea is ready.", "desks": ["map"]}
    assert ask(room_at, "/api/actions/announcement.post", body, f"tea-through-a-proxy-{number}")[0] == 200
    began = time.monotonic()
    while not stream.readline().startswith(b"event: journal"):
        pass
    connection.close()
    return 1000 * (time.monotonic() - began)


def forged(asker: Asker, room_at: int) -> str:
    """What comes of headers that a phone says of itself: guesses are braked by where they come from, whatever is
    said; past the proxy nobody is believed at all."""
    form = {"Content_Type": "application/x-www-form-urlencoded", "Origin": f"https://{NAME}:{asker.port}"}
    wrong = [
        asker.ask("POST", "/sign-in", "code=zzzz-zzzz", X_Forwarded_For=f"10.9.8.{number}", **form)[0].status
        for number in range(12)
    ]
    assert 429 in wrong, "guesses from ever new addresses were not braked"
    with_host, _ = asker.ask("GET", "/sign-in", Host="evil.example")
    assert with_host.status == 421
    connection = HTTPConnection("127.0.0.1", room_at, timeout=20, source_address=("127.0.0.2", 0))
    headers = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "10.1.1.1", "Host": "localhost"}
    connection.request("POST", "/sign-in", f"code={CODES['map']}", {**headers, "Origin": "http://localhost",
        "Content-Type": "application/x-www-form-urlencoded"})  # fmt: skip
    answer = connection.getresponse()
    answer.read()
    past = "; Secure" in str(answer.headers)
    assert not past, "whoever is no proxy was believed"
    return f"forged addresses braked at guess {wrong.index(429) + 1}, another name 421, past the proxy not believed"


@contextmanager
def room_at(port: int, folder: Path, workers: int) -> Iterator[None]:
    """A room behind a proxy, in a file, or of so many processes on PostgreSQL."""
    behind = ("--behind", "127.0.0.1", "--name", NAME)
    cluster = Cluster({}) if workers else None
    try:
        if cluster:
            url = cluster.url(cluster.new())
            close(new_game(open_store(url), well_off(), CHANCE))
            on = ("--database", url, "--workers", str(workers), "--host", "0.0.0.0", "--port", str(port))
            program = room("serve", *on, *behind)
        else:
            program = serve(make_game(folder / "game.db", well_off()), port, *behind, host="0.0.0.0")
        try:
            yield
        finally:
            program.send_signal(signal.SIGTERM)
            program.wait()
    finally:
        if cluster:
            cluster.throw_away()


def main(nginx: str = "nginx", workers: int = 0) -> None:
    """Print the figures."""
    program = shutil.which(nginx) or shutil.which("/usr/sbin/nginx")
    if not program:
        sys.exit("There is no nginx here. Debian: apt install nginx; or give its path.")
    port, past = free_port(), free_port()
    with tempfile.TemporaryDirectory() as name, room_at(past, Path(name), workers):
        folder = Path(name)
        config = written(folder, port, past)
        proxy = subprocess.Popen([program, "-p", name, "-c", str(config)])
        try:
            until(lambda: ask(past, "/about")[0] == 200)
            asker = Asker(port, folder / "day.pem")
            until(lambda: asker.ask("GET", "/about")[0].status == 200)
            cookies, secure = signed_in(asker)
            assert secure, "a cookie would go over an unencrypted way"
            page, text = asker.ask("GET", "/game/", Cookie=cookies)
            assert (page.status, "data-desk" in text) == (200, True)
            late = sorted(heard_in(asker, past, number) for number in range(10))
            large, _ = asker.ask("POST", "/sign-in", "x" * 4_500_000, Origin=f"https://{NAME}:{port}")
            big, _ = asker.ask("POST", "/sign-in", "x" * 5_500_000, Origin=f"https://{NAME}:{port}")
            words = forged(asker, past)
            line(
                f"{subprocess.run([program, '-v'], capture_output=True, check=True).stderr.decode().split()[-1]} in "
                "front, as docs/safety.md has it" + (f", {workers} processes on PostgreSQL" if workers else ""),
                "Secure cookies, streams not kept back, nobody says who he is",
                f"signed in, all cookies Secure; a stream hears after {late[5]:.0f} ms (median; longest {late[-1]:.0f})"
                f"; {words}; 4.5 MB {large.status}, 5.5 MB {big.status}",
            )
        finally:
            proxy.terminate()
            proxy.wait()


if __name__ == "__main__":
    main(*sys.argv[1:2], *map(int, sys.argv[2:3]))
