"""The command as it is started. Whoever thinks better of it while the program is still being read, a second on an old
laptop, ends it without a page of Python."""

from __future__ import annotations

import os
import signal
import sys


def main() -> int:
    """Run one command (cli.py)."""
    interrupted = signal.getsignal(signal.SIGINT)
    if interrupted is signal.default_int_handler:  # else whoever started this wants no Ctrl+C to end it
        signal.signal(signal.SIGINT, lambda *_: os._exit(130))
    from control.cli import main as command

    signal.signal(signal.SIGINT, interrupted)
    return command()


if __name__ == "__main__":
    sys.exit(main())
