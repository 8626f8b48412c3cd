"""Training of the adviser: what second calls win or lose, and the head that predicts it."""
