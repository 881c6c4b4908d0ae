"""What may be done in every game: importing this fills KERNEL_ACTIONS."""

from __future__ import annotations

from control.kernel import restored_actions, undo
from control.kernel.action import KERNEL_ACTIONS
from control.kernel.hall import announcements_actions, screens_actions

__all__ = ["KERNEL_ACTIONS", "announcements_actions", "restored_actions", "screens_actions", "undo"]
