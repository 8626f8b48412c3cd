"""Bridge as a game with incomplete information (paper P5): history, information sets, play."""
