"""The web app for analysts: pages over the records; what people decide there, the runner obeys."""
