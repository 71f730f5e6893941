"""The library of expert principles, its profiles, loader and activation."""
