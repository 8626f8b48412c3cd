"""The pages for people, the choice of their words, and the status page of the staff."""
