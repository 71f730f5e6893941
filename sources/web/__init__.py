"""The web: fetching under a policy, and search services behind one port."""
