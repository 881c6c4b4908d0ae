"""The way in: signing in, what a browser keeps of it, and screens that are hidden and opened again. What looks at names
and keys before any of that is in `pages`."""
