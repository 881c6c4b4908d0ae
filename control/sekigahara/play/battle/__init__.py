"""A combat while it is fought, and those that were."""
