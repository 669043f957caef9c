"""Rada Popiołów: the rules, pure and deterministic."""
