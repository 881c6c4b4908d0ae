"""The state on paper."""
