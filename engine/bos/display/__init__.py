"""What people see of a position: views, sentences and differences."""
