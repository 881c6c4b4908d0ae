"""What may be done in every game: a game imports this beside its own actions, and KERNEL_ACTIONS is filled."""

from __future__ import annotations

from control.kernel.actions import looking_actions
from control.kernel.copies import packs_actions, restored_actions
from control.kernel.hall.announcements import announcements_actions
from control.kernel.hall.clock import clock_actions
from control.kernel.hall.confirmations import confirmations_actions
from control.kernel.hall.rota import rota_actions
from control.kernel.hall.rulings import rulings_actions
from control.kernel.hall.scenario import scenario_actions
from control.kernel.hall.screens import screens_actions
from control.kernel.printing import printing_actions
from control.kernel.undo import rewind, undo
