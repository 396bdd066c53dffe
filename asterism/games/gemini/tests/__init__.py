"""The rules of the Gemini Card Game, tested section by section, in positions described by names (`positions`)."""
