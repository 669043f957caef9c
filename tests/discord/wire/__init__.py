"""A Discord of our own on the loopback, so that the bot runs against it as a process, unchanged, and can be killed.
It keeps what Discord keeps, forgets what Discord forgets, and misbehaves on demand."""
