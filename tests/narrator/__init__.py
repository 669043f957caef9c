"""The narrator's model side: prompts, audit, guard, both SDKs."""
