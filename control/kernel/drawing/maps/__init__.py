"""The map itself, layer by layer, for page and paper."""
