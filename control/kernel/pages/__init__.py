"""What all pages share: parts, errors, forms and their sending, live screens, long lists, the brake. No page of a room
is here but the API and the one about the program."""
