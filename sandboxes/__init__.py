"""Where agents' programs run: the protocol, its implementations and the images."""
