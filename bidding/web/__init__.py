"""The HTML pages, their language, and the status page of the staff."""
