"""Tables of the people who decide: drafts, comments, care and opinions on items of the queue."""
