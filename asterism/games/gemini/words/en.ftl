title = The Gemini Card Game
tagline = Run two telescopes together.
