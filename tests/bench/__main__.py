"""All measurements, one after the other."""

from tests.bench import discord, engine, narrator, store, tables

if __name__ == "__main__":
    engine.report()
    narrator.report()
    store.report()
    tables.report()
    discord.report()
