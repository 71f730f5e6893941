"""The web app for analysts; filled by the work on the analyst's console."""
