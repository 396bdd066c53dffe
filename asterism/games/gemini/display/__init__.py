"""What people and programs are shown of a record that `see` let through: a view, a text, and words."""
