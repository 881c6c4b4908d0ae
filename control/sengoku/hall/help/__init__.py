"""Help: a guide to each desk (in the folder `guides`), the umpires' book, and what is shown first."""
