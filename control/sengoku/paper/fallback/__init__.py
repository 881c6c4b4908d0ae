"""The pack to go on with when the machine is lost: the whole state in lines that can be typed back in.

Typing it back in is in `control/sengoku/safety`.
"""
