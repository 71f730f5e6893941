"""What pages read from the records of runs, put together so that views need no I/O."""
