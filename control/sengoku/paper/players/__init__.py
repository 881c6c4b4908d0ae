"""What players take home: briefings, and what is still unwritten in them."""
