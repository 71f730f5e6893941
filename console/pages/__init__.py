"""One module per page; each has a `router`, and `console.app` takes up every one of them."""
