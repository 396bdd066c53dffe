"""Words and pictures of the Gemini Card Game, each made in a file of `display`.

`page_view` makes the view that is sent to the page, of the types in `view_types`; `text_board` the board as text;
`action_words` the actions and the end in words, with what speaks for an action (`suggestion_reasons`). Why an action is
not possible is in `refusal_reasons`, the summary of a semester in `semester_story`. All of them read the record through
`seen_record`.
"""

from .display.action_words import end, say
from .display.page_view import view
from .display.text_board import show

__all__ = ["end", "say", "show", "view"]
