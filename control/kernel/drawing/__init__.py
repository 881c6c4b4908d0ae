"""The map and charts as plain shapes, written as SVG for pages; paper draws the same shapes as vectors."""
