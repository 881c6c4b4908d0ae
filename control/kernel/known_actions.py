"""What may be done in every game: a game imports this beside its own actions, and KERNEL_ACTIONS is filled."""

from __future__ import annotations

from control.kernel.actions import looking_actions
from control.kernel.copies import packs_actions, restored_actions
from control.kernel.hall import (
    announcements_actions,
    clock_actions,
    confirmations_actions,
    rota_actions,
    rulings_actions,
    scenario_actions,
    screens_actions,
)
from control.kernel.printing import printing_actions
from control.kernel.undo import rewind, undo
