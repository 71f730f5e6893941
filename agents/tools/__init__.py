"""What a session lets its model do."""
