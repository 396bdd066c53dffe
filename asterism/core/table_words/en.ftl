# What is told of the table and not of the game; the terminal and the page both read it.

took-back = { $moves ->
    [one] { $who } took back a move.
   *[other] { $who } took back { $moves } moves.
}
    .you = { $moves ->
        [one] You took back a move.
       *[other] You took back { $moves } moves.
    }
roll-taken-back = A roll was taken back.
left = { $who } left. A bot plays on.
    .you = You left. A bot plays on.
bot-plays = A bot plays for { $who } now.
    .you = A bot plays for you now.
let-bot-play = { $whom } lets a bot play for { $who }.
    .you = { $whom } lets a bot play for you.
came-back = { $who } is back and plays on.
    .you = You are back and play on.
took-over = { $name } takes over the seat of a bot.
    .you = You take over the seat of a bot.
advised = { $who } looks at the chances of winning.
    .you = You look at the chances of winning, and everyone sees that you do.
ended = { $who } ended the match.
    .you = You ended the match.
time-up = { $who } ran out of time.
    .you = You ran out of time.
time-up-bot = { $who } ran out of time. A bot plays on.
    .you = You ran out of time. A bot plays on.
lost-by-clock = { $who } ran out of time.
    .you = You ran out of time.
match-closed = The match was broken off. It has no result.

# How it ended. $whom names all who won.
ended-alone = { $whom } made it.
ended-won = { $who } wins.
    .you = You win.
ended-shared = { $whom } share the win.
ended-draw = A draw.
ended-lost = Nobody wins.
ended-team-won = The team wins.
ended-team-lost = The team loses.

# Advice, and a match looked at again. $good and $other are actions, by the `gives` of their words or else as choices;
# $more is a score in the words of the game.
gives-more = By the end, { $good } gives about { $more } more than { $other }.
gave-less = By the end, { $good } would have given about { $more } more than { $other }.
