"""One pydantic model per file or row that crosses a boundary, and the pure rules that read them."""
