# Words of the page. Games bring their own.

house = Asterism
tagline = Star games for one table or many
skip-to-content = Skip to the game
menu-home = Home
menu-records = Records
menu-settings = Settings
back-to-match = Back to the match
back-to-match-short = Match
sound-on = Sound is on
sound-off = Sound is off
theme-to-day = Change to day
theme-to-night = Change to night
close = Close
retry = Try again
loading = One moment…
failed = This did not work: { $why }
offline = No connection. Your match is safe; trying again…
store-away = Moves cannot be saved just now: play pauses, and goes on by itself.
online = The connection is back.
not-reached = the server cannot be reached
no-network-title = Clouds over the observatory
no-network-device = This device has no network now.
no-network-server = The server of your tables does not answer.
no-network-again = Your matches are safe there. This page looks again by itself.
lost-title = Nothing here but dark sky
lost-text = There is no page at { $path }.
lost-home = Back to the games

# First screen
home-title = Pick a game, find your stars
players = { $low ->
    [1] { $high ->
        [1] 1 player
       *[other] 1–{ $high } players
    }
   *[other] { $low ->
        [2] { $high ->
            [2] 2 players
           *[other] 2–{ $high } players
        }
       *[other] { $low }–{ $high } players
    }
}
minutes = { $low }–{ $high } min
minutes-one = { $low } min
age = from age { $age }
together = together
play-now = Play now
play-now-hint = { $bots ->
    [0] alone
   *[other] { $team ->
        [true] with { $whom }
       *[other] against { $whom }
    }
}
bots-at-level = { $bots ->
    [one] { $level ->
        [beginner] a beginner bot
        [learner] a learner bot
        [easy] an easy bot
        [medium] a medium bot
        [hard] a hard bot
        [best] the best bot
       *[other] a bot
    }
   *[other] { $level ->
        [beginner] { $bots } beginner bots
        [learner] { $bots } learner bots
        [easy] { $bots } easy bots
        [medium] { $bots } medium bots
        [hard] { $bots } hard bots
        [best] { $bots } of the best bots
       *[other] { $bots } bots
    }
}
invite = Invite
invite-hint = link and QR code
invite-title = Invite to { $game }
invite-people = How many play?
invite-people-help = You count too. If fewer come you can start without them, or with bots.
new-table = Set up a table
new-table-hint = other bots, other rules
running = Your match goes on
running-lobby = Your table is waiting
running-kept = A seat is kept for you
running-bot = A bot plays for you
running-stuck = It cannot go on: this server has other rules now
running-save = Save it
running-yours = It is your turn
running-continue = Continue
running-more = All my tables
running-with = with { $names }
join-title = Have a code?
join-button = Join
join-bad = A code has six letters or digits, like 7KQ2MX; that of a lesson has five.
watch-replay = Watch a record file
no-games = No games were found.
open-tables = These tables are waiting for someone
open-table-free = { $free ->
    [one] one seat free
   *[other] { $free } seats free
}
open-table-with = with { $names }
open-table-join = Join

# New table
new-title = New table
new-seats = Who plays?
new-add-seat = Add a seat
new-all-roles = I play all roles
new-remove-seat = Remove seat { $number }
seat-number = Seat { $number }
kind-me = Me
kind-here = Someone here
kind-elsewhere = Someone elsewhere
kind-bot = Bot
kind-of-seat = Who sits at seat { $number }
name-of-seat = Name at seat { $number }
level-of-seat = Level of the bot at seat { $number }
name-here-placeholder = Their name
new-options = Options
new-presets = Play as
new-one-by-one = Every rule by itself
edition = Edition
edition-help = The numbers the game is played with.
edition-of = Edition: { $title }
edition-differs = { $count ->
    [one] One number is not that of the standard edition.
   *[other] { $count } numbers are not those of the standard edition.
}
edition-number = Number
edition-here = Here
edition-standard = Standard
undo-title = Taking back a move
undo-free = Freely
undo-free-help = unless something was rolled, revealed or learnt
undo-ask = Everyone must agree
undo-ask-help = the others are asked each time
undo-never = Never
undo-never-help = a move is a move
clock-title = Clock
clock-off = Off
clock-turn = A turn
clock-match = The match
clock-post = By post
clock-length = How much time
clock-then = When it has run out
clock-then-bot = A bot plays on
clock-then-lose = The player loses
clock-then-end = The match ends, without a result
clock-line-turn = { $time } for each turn; { $then ->
    [lose] then the player loses.
    [end] then the match ends without a result.
   *[bot] then a bot plays on.
}
clock-line-match = { $time } for all turns of a player; { $then ->
    [lose] then the player loses.
    [end] then the match ends without a result.
   *[bot] then a bot plays on.
}
clock-hours = { $hours } h { $minutes } min
clock-left = left
clock-low = { $time } left.
clock-low-seconds = { $count } seconds left.
patience-title = If someone keeps the others waiting
patience-help = Who is away or has not moved for so long: the others may let a bot play for them. If all others are away so long, one may end the match. While someone is away you may let a bot play sooner.
hints-title = Chances and hints
hints-help = Players may look at the chances of winning. Between people everyone sees who does.
listed-title = Who may find the table?
listed-no = Those I invite
listed-no-help = by link, QR code or code
listed-yes = Everyone here
listed-yes-help = it is also shown on the first page
start-playing = Start playing
open-table = Open the table
on = On
off = Off

# Levels of bots
level-beginner = Beginner
level-learner = Learner
level-easy = Easy
level-medium = Medium
level-hard = Hard
level-best = Best
bot-of-level = Bot ({ $level })

# Lobby
lobby-waiting = { $free ->
    [one] Waiting for one more player
   *[other] Waiting for { $free } more players
}
lobby-came = { $name } sits down
lobby-code = Code
lobby-link = Link
lobby-copy = Copy the link
lobby-copied = Copied
lobby-share = Share
lobby-qr = QR code of the link to this table
lobby-network = In which network are the others?
lobby-unreachable = No other device can reach this table yet.
lobby-unreachable-why = This page was opened at an address that means, on every device, that device itself.
lobby-unreachable-help = Start the server in a network, without --{ "\u2060" }host 127.0.0.1; or tell it the address others know it by, with --{ "\u2060" }address.
lobby-unreachable-here = In another window on this device, the code works.
lobby-scan = Scan it, open the link, or type the code on the first screen.
invite-large = Show the QR code large
lobby-sit = Sit here
lobby-kept = Take your seat
lobby-stand = Stand up
lobby-free = Free seat
lobby-you = you
lobby-name = Your name
lobby-name-help = Shown to the others at this table. A first name is enough.
lobby-dice = Every player's browser locks a number of its own before any is shown, and the host has locked its secret, so nobody can choose the dice. The lock of the secret:
lobby-starts = The match starts when every seat is taken.
lobby-watching = You can watch from here.
listed-now = Everyone who opens this server finds your table on the first page.
listed-not = Only those you invite find your table.
listed-show = Show it to everyone
listed-hide = No longer
lobby-rules = Read the rules
shape-seat = Change seat { $number }
shape-fill = Fill
shape-fill-seat = Fill seat { $number }
shape-here-help = Someone beside you, who plays on this device.
shape-bot = Put a bot here
shape-level = Change the level
shape-free-help = { $name } stands up then, and can sit down again or watch.
shape-start = { $free ->
    [one] Start now, with a bot
   *[other] Start now, with { $free } bots
}
shape-start-here = Start with the { $people } who are here
shape-start-level = Level of the bots
shape-close = Close the table
shape-close-sure = Close it for everyone
shape-keep = Keep it open
someone = Someone
table-closed = This table was closed before the match began.
table-unbegun = The host says that this match never began.
name-save = Save

# The match
your-turn = Your turn
here-turn = { $name }, your turn
title-your-turn = ● Your turn
call-me = Call me when it is my turn
call-me-no = No, do not call me
their-turn = { $name } is to move
their-turn-away = Waiting for { $name }, who is away
chance-acts = The dice decide
key-not-now = { $key } does nothing now. You may: { $choices }.
choice-by-key = { $choice }, key { $key }
you-may = You may: { $choices }.
match-over = The match is over
held-help = Holding only shows it. A short press does it.
choose-on-board = Choose one of the glowing places
wait-for = { $name } is thinking…
bots-busy = The bots are busy: very many are thinking just now. This one moves as soon as it can.
wait-for-away = { $name } is away. The match goes on when they come back.
lasting-seconds = { $count } s
lasting-minutes = { $count } min
lasting-hours = { $count } h
lasting-days = { $count ->
    [one] one day
   *[other] { $count } days
}
stand-in = a bot plays
bot-of = { $name }’s bot
stand-in-of = A bot plays for { $name }
wait-for-stand-in = A bot plays for { $name }…
away-now = { $name } is away.
away-for = { $name } is away ({ $time }).
away-later = In { $time } you may let a bot play.
idle = { $name } has not moved for long.
let-bot-play = Let a bot play
end-match = End the match
bot-plays-for-you = A bot plays for you.
come-back = I play again
leave = Leave
leave-short = Leave
leave-title = Leave the match?
leave-how = A bot plays on for you, so that nobody has to wait. The others are told, and you can come back and play on at any time.
leave-or-not = If you only step away, just close the page: your seat waits for you.
leave-one = A bot for { $name }
leave-stay = Stay
is-back = { $name } is back.
watching = You are watching
take-seat = Take the seat of { $name }
take-seat-name = Who takes the seat of { $name }?
take-seat-asked = You have asked for the seat of { $name }. Wait for the answer…
take-seat-cancel = Do not ask any more
take-seat-question = { $who } would like to take over the seat of { $name }, which a bot plays.
take-seat-yes = Let { $who } play
take-seat-no = No
seats-full = Every seat is taken by a person. If they play again, they can add one for you.
watching-late = The seats are taken, so you are watching
watchers-you = You
door-open = Invite others to watch, or bring your own second device
door-title = Table { $code }
door-watch = To watch
door-watch-help = Whoever opens the link can watch, and sees nothing that is secret.
door-sit-help = Whoever opens the link can watch, and sit down while a seat is free.
door-device = My other device
door-device-why = Go on with your own phone, tablet or computer. It becomes you, with your name and all your seats; this device keeps them too.
door-device-care = Show it to nobody else: whoever opens it plays as you. It works once, and for { $minutes } minutes.
door-device-show = Show me the way in
door-device-qr = QR code for your own second device
door-device-again = A new one
door-device-done = Your other device is in.
door-device-late = Its time is over.
device-title = Is this your device too?
device-text = You were shown this link on another device. If you go on, this device becomes the same person there: the same name, the same seats.
device-loses = { $count ->
    [one] Here you already sit at a table as { $name }. This device would lose that seat, and nobody could play it any more.
   *[other] Here you already sit at { $count } tables as { $name }. This device would lose those seats, and nobody could play them any more.
}
device-yes = Yes, it is mine
device-yes-anyway = Give them up and go on
device-no = No, take me to the games
device-none = This link is not whole. On your other device, tap the code at the top and ask for a new one.
watchers-counted = { $count ->
    [one] One is watching
   *[other] { $count } are watching
}
watchers-hide = Hide their names
watchers-show = Show their names
watchers-named = { $names } { $many ->
    [one] is
   *[other] are
} watching
watchers-more = { $names } and { $count } more are watching
handover-title = { $name }, it is your turn
handover-help = Take the device. The others look away.
handover-go = I am { $name }
handover-undo = Take back the last move
away = away
bot-level = bot · { $level }
log = Log
log-empty = Nothing has happened yet.
rules = Rules
in-words = Text
in-words-title = The board in words
fair = Fairness
emote = Say something
undo-asking = { $name } asks to take back a move.
undo-withdrawn = { $name } no longer asks to take back a move.
undo-waiting = Waiting for the others to agree…
undo-waiting-away = { $name } has to agree, but is away.
undo-refused-mine = { $name } does not agree. Your move stands.
undo-refused = { $name } does not agree that { $by } takes back a move.
undo-yes = Agree
undo-no = No
undo-not-now = There is nothing to take back now.
undo-not-here = At this table a move is a move: nothing is taken back.
chances = Chances
seat-advised = looks at the chances of winning
chances-on = The chances are shown.
chances-off = The chances are no longer shown.
chances-not-here = At this table the chances are not shown.
chances-best = Best now: { $what }{ $worth ->
    [none] .
   *[other] , { $worth }.
}
chances-coming = Thinking…
chances-of = { $name } wins with { $percent } %
chances-turns = { $value } turns to go on average
chances-team = Together you win with { $percent } %
chances-team-points = about { $points }
chances-points = { $value } points on average
table-code = Table { $code }
more = More
announced = What is happening

emotes = Emotes
    .hello = Hello!
    .well-played = Well played!
    .wow = Wow!
    .oops = Oops!
    .thinking = Thinking…
    .thanks = Thank you!
    .good-luck = Good luck!
    .hurry = Your turn!
emoted = { $name }: { $emote }
a-spectator = A spectator

# Result
outcome-you = You win!
outcome-won = { $names } wins!
outcome-alone = You made it!
outcome-draw = A draw
has-won = has won
outcome-shared = { $names } share the win
outcome-lost = Nobody wins
outcome-team-won = You won together!
outcome-team-lost = You lost together
outcome-team-won-others = They won together!
outcome-team-lost-others = They lost together
team-rating = { $stars } of { $most } stars
rematch = Play again
rematch-join = Join the next match
rematch-follow = Go to the next match
setting-here = This match: { $setting }
see-board = Look at the board
see-result = Show the result
see-replay = Watch the replay
back-home = Other games
picture = A picture of it
picture-keep = Keep the picture
picture-share = Share

# Dice
rolled-title = Rolled against expected
rolled-none = Nothing has been rolled yet.
rolled-rest = { $count ->
    [one] One other outcome has not come yet.
   *[other] { $count } other outcomes have not come yet.
}
rolled-came = came
rolled-expected = expected
rolled-one = { $name }: came { $came ->
    [one] once
   *[other] { $came } times
}, { $expected } expected
fair-title = Dice you can check
fair-promise = Every browser named here locked a number before any was shown; together with the host's locked secret these fixed all dice of this match ({ $draws ->
    [one] drawn one time
   *[other] drawn { $draws } times
}). Nobody could choose or change their numbers, not even the host with all the others.
fair-again = Whoever could see the numbers of a draw that was given up has had a choice between the draws.
fair-alone = No browser took part in drawing these dice: only bots play. The host could have chosen them.
fair-not-mine = Your own browser had no part in it, so it cannot vouch for that.
fair-close = Break the match off
fair-close-why = A match that nobody will finish can be broken off. It then has no result, and the host's secret is shown.
fair-close-why-none = A match that nobody will finish can be broken off. It then has no result.
fair-close-sure = Break it off for good?
fair-limits = The host delivers this page, states the odds, plays the bots, can know what comes, and can break a match off.
fair-took-part = Browsers that took part
fair-without = { $names }: without a part in it
fair-checking = When the match is over, your browser computes every roll again.
fair-first = This match was begun with older dice. Their host could have chosen the rolls.
fair-none = Chance has no part in this match.
fair-numbers = All the numbers
fair-commitment = Lock of the host's secret
fair-sheet = Hash of the sheet
fair-nonces = Numbers of the browsers
fair-secret = The secret
fair-secret-later = shown when the match is over
fair-record = Download the record
fair-file = Download fair.py
fair-receipt = Save your receipt
fair-verify-1 = Put the files into one folder and run
fair-verify-2 = It computes every roll again, and compares your receipt. “asterism verify” also plays the match again by the rules.

verdict-fits = Your browser recomputed { $rolls ->
    [one] the one roll
   *[other] all { $rolls } rolls
}{ $takenBack ->
    [0] {""}
   *[other] {" "}({ $takenBack } taken back)
}: they fit. It took part in drawing them{ $draws ->
    [one] {""}
   *[other] {" "}(they were drawn { $draws } times)
}.
verdict-gaps = Your browser recomputed { $rolls ->
    [one] the one roll
   *[other] all { $rolls } rolls
}{ $takenBack ->
    [0] {""}
   *[other] {" "}({ $takenBack } taken back)
}: they fit. But:
verdict-broken = Something does not fit:
verdict-cannot = Your browser cannot check these dice:
finding-gap-no-sheet = it did not see how they were drawn, so it cannot say whether this is what was drawn.
finding-gap-no-part = it had no part in drawing them, so it cannot say that nobody chose them.
finding-broken-secret = The secret is not the one that was locked before the match.
finding-broken-chain = The sheets do not follow each other.
finding-broken-sheets = The sheets are not those that your browser saw before the match.
finding-broken-openings = The numbers of the browsers are not those that were locked.
finding-broken-openings-changed = The numbers of the browsers are not those that were shown when the match began.
finding-broken-number = The number of your browser is not among those of this match.
finding-broken-reused = A number of your browser was used for a sheet for which it was not shown: whoever knew it could choose the rolls.
finding-broken-draws = Your browser showed a number for a draw that is not listed.
finding-broken-settings = Game, settings or names are not those on the sheet.
finding-broken-result = The result in the record is not the one that is shown.
finding-broken-list = The list of rolls is out of order at roll { $number }.
finding-broken-odds = The odds of roll { $number } are no odds.
finding-broken-roll = Roll { $number } is not what the dice made it.
finding-broken-rolled = Your browser knows of { $known } rolls, but { $listed } are listed.
finding-broken-heard = Roll { $number } is not the one that your browser heard.
finding-broken-set-back = The host set this table back from { $from } rolls to { $to }.
finding-broken-first = The host calls them older dice, but it showed your browser the lock of a secret, as the dice of today have it.
finding-broken-no-dice = The host says that there were no dice, but it showed your browser the lock of a secret for them.
finding-broken-no-chance = The host says that chance has no part in this match, but something was rolled.
finding-broken-no-secret = The host did not show its secret, so nothing can be computed again.
finding-broken-unbegun = The host says that the match never began, but your browser saw it begin, with { $rolls ->
    [one] { $rolls } roll
   *[other] { $rolls } rolls
  } so far.
finding-broken-denied = The host says that there is no such table, but your browser saw a match begin there, with { $rolls ->
    [one] { $rolls } roll
   *[other] { $rolls } rolls
  } so far.
finding-broken-removed = The host has removed this table. Your browser saw a match begin there, with { $rolls ->
    [one] { $rolls } roll
   *[other] { $rolls } rolls
  } so far, and not how it ended.
finding-broken-lock = The lock of the host's secret is not the one that your browser saw before the match.
finding-broken-sheet = The record does not say how they were drawn.
finding-cannot-first = The match was played with older dice, whose host could have chosen the rolls.
finding-cannot-none = Chance had no part in this match.
finding-cannot-secret = The host did not show its secret.
finding-cannot-sheet = The record does not say how they were drawn.
finding-cannot-unlisted = the secret is the one that was locked, but the rules of this match are not here. Where they are, “asterism verify” computes its rolls from the file.
finding-cannot-fetch = The record could not be read ({ $why }).

# Drawing the dice
drawing-title = The dice are being drawn
drawing-how = Every browser has locked a number. Now all are shown; with the host's locked secret they fix every roll, and nobody can choose one.
drawing-ready = ready
drawing-left-out = left out
drawing-waits = { $names } { $many ->
    [one] has
   *[other] have
} to look in once, so that the match can begin.
drawing-without = Draw without { $names }
drawing-without-help = The dice are then drawn anew, with fresh numbers of all the others.
drawing-again = The dice are drawn once more, for the { $draws ->
    [2] second
    [3] third
   *[other] { $draws }th
} time: someone stood up or did not answer. Anyone who could see the first numbers has had a choice between two draws. Go on?
drawing-agree = Show my number
drawing-odd = Your browser does not show its number, because something is not as it should be:
drawing-anew = Draw anew
drawing-odd-sheet = The sheet cannot be read, or is not the one that its hash names.
drawing-odd-other-device = Another window or device of yours locked the number for your seat. Open the table there, or draw anew.
drawing-odd-other-table = The lock in your place is not one that your browser gave for this table.
drawing-odd-shown = The number behind the lock in your place was shown before, for another sheet: who knows it could choose the rolls.
drawing-odd-my-lock = The lock of your browser is not on the sheet, or not just once.
drawing-odd-secret = The lock of the host's secret is not the one that your browser saw at first.
drawing-odd-secret-twice = The host has used the same secret at another table.
drawing-odd-chain = The sheets do not follow each other.
drawing-odd-other-sheet = Your browser has seen another sheet of the same draw.
drawing-odd-settings = Game or settings on the sheet are not those that you asked for, or that were shown to you first.
drawing-odd-people = Table or names on the sheet are not those that are shown.

# A lesson: many tables under one code
lesson-way = Play with a class
lesson-new-title = A game for the whole class
lesson-new-how = You open all tables at once and show one code. Everyone who types or scans it is led to a free seat. You see every table, and can pause them, fill them with bots, and close them.
lesson-game = Which game?
lesson-tables = Tables
lesson-seats = Players at each table
lesson-places = { $places ->
    [one] one seat
   *[other] { $places } seats
} in all
lesson-open = { $tables ->
    [one] Open one table
   *[other] Open { $tables } tables
}
lesson-mine = Your lessons
lesson-mine-one = Lesson { $code }
lesson-title = Lesson { $code }
lesson-how = Open this address, or type the code there. Everyone is led to a free seat.
lesson-seated-of = of { $seats } seats taken
lesson-playing = { $count ->
    [one] one table plays
   *[other] { $count } tables play
}
lesson-ended = { $count ->
    [one] one match is over
   *[other] { $count } matches are over
}
lesson-pause = Pause everyone
lesson-all-pause = Everyone pauses.
lesson-go-on = Go on
lesson-fill = { $seats ->
    [one] Fill one seat with a bot
   *[other] Fill { $seats } seats with bots
}
lesson-fill-none = Fill with bots
lesson-level = Level of the bots
lesson-add = One more table
lesson-close = Close the lesson
lesson-close-sure = All matches that are played now end without a result, and nobody can come in any more.
lesson-close-yes = Close it for everyone
lesson-close-no = Let them play
lesson-over = This lesson is over.
lesson-invite = Code and QR code
lesson-elsewhere = Lead from another device
lesson-elsewhere-help = Whoever has this link leads the lesson: show it to nobody else. Keep it, if you want to come back to it in another browser.
lesson-qr = QR code of the link to this lesson
lesson-elsewhere-qr = QR code of your own link
lesson-table = Table { $number }
lesson-table-turn = to move
lesson-table-free = free
lesson-table-waits = waits
lesson-table-draws = draws the dice
lesson-table-pauses = pauses
lesson-table-over = over
lesson-table-closed = closed
lesson-table-move = move { $ply }
lesson-table-quiet = quiet for { $minutes } min
lesson-table-won = { $names } won
lesson-table-ended = no winner
lesson-table-away = away
lesson-watch = Watch this table
lesson-pause-one = Pause this table
lesson-go-on-one = Let it go on
lesson-fill-one = Fill it with bots
lesson-close-one = Close this table
lesson-paused = The lesson pauses. Look up: it goes on in a moment.
lesson-goes-on = The lesson goes on.
lesson-join-title = Come in
lesson-join-how = You are led to a free seat in lesson { $code }.
lesson-join = Find me a seat

# A stand
stand-tap = Tap to play
stand-tap-help = Bots are playing. Your own match begins at once.
stand-name = Visitor
stand-idle-title = Are you still here?
stand-idle = In { $seconds ->
    [one] one second
   *[other] { $seconds } seconds
} a fresh match begins for whoever comes next.
stand-stay = I am still here
stand-leave = I am done

# Replay
replay-title = Replay
replay-open = Choose a record file
replay-help = A record is a finished match as a file. It can be downloaded on the page of the match, under Fairness.
replay-position = Move { $now } of { $all }
replay-start = The match begins.
replay-first = To the start
replay-back = One move back
replay-play = Play
replay-pause = Pause
replay-next = One move on
replay-last = To the end
replay-fits = Nothing was found that does not fit:
replay-problems = This record does not fit:
replay-of = Replay of table { $code }
replay-other = Open another file

review = Turning points
review-thinking = Looking at every choice again…
review-graph-win = Each player's chance of winning over the match
review-graph-team = Your chance of winning together over the match
review-graph-turns = The turns still to be expected over the match
review-graph-points = The points to be expected over the match
review-cost = { $kind ->
    [win] { $value } %
    [team] { $value } %
    [turns] { $value } turns
   *[points] { $value } points
}
the-team = The team
review-left-out = { $count ->
    [one] The first choice was not looked at: there was no time for it.
   *[other] The first { $count } choices were not looked at: there was no time for them.
}
review-better = Better: { $best }
review-clean = No choice gave anything away worth telling.
review-exact = By the solved game, not estimated; the figures are rounded.
review-estimated = Estimated by search.

# Records
records-title = Records
records-mine = { $played ->
    [0] You have not finished a match with others yet.
    [one] You have finished one match with others and won { $won ->
        [0] none
       *[other] it
    }.
   *[other] You have finished { $played } matches with others and won { $won ->
        [0] none
       *[other] { $won }
    }.
}
records-mixed = { $count ->
    [one] One more, in which a bot played for someone for a time, is not counted.
   *[other] { $count } more, in which a bot played for someone for a time, are not counted.
}
records-alone = Best alone
records-wins = { $seats } players: best winning scores
records-none = Nobody has a record here yet. Yours could be the first.
records-no-scores = This game keeps no scores.
records-watch = Watch

# Settings
settings-title = Settings
settings-name = Your name
settings-name-help = Shown at the tables you sit at. No log-in, no password.
settings-theme = Theme
theme-system = As the system
theme-night = Night
theme-day = Day
settings-sound = Sound
settings-sound-help = Short and soft.
settings-calls = A call when it is your turn
settings-calls-help = Your browser tells you while you look at something else. This page must stay open in a tab; a phone may put it to sleep.
settings-calls-blocked = Your browser does not let this page call you. It can be allowed in the browser's settings for this site.
settings-calls-impossible = Browsers let a page call you only over https or on the device that hosts it. Here the title of the tab and the sound tell you.
settings-motion = Motion
motion-system = As the system
motion-full = Full
motion-reduced = Reduced
settings-saved = Saved.
settings-keys = Keys
settings-keys-help = Every button can be reached with Tab. At a table, the keys shown on the buttons work too. { keys-told } Whoever speaks to their device, or presses letters by mistake, turns them off.
settings-keys-off = Off: only Tab, arrows, Enter and Esc
keys-plain = 1 to 9 choose what the buttons say.
keys-replay = Left and right go one move back and on, Home to the start, End to the end; the space bar plays or pauses.
keys-told = L opens the log, T tells the board in words and the keys of the game, U takes back, H shows the chances, Esc closes.
devices-title = Your devices
devices-help = Each plays as you, with all your seats. One that you do not know, or no longer have, can be signed out: it is a stranger then. Another device comes in by a table's code at the top: { door-device }.
devices-here = this device
devices-seen = last here { $when }
devices-lately = here within the last hour
devices-since = since { $day }
devices-out = Sign out
devices-out-which = Sign out: { $device }
devices-out-all = Sign out all others
devices-done = Signed out.
device-kind = { $browser } on { $system }
device-unknown = A browser of another kind
settings-reports = For those who host: what the lab has found about the games
worth-turns = { $value } turns
worth-points = { $value } points
what-to-do = What you can do now
plain-board = The board as text
the-others = The others
my-things = My things
ended-title = This table has ended
refused-because = The server says: { $why }.
ended-help = What was played is kept. Whoever played here can break the match off and save it as a file; the secret of its dice is shown with that.
ended-save = Break it off and save the record
no-table = There is no table { $code }. Is the code right?
code-waits = Many wrong codes came from your network, so typed codes wait their turn: about { $seconds ->
    [one] one second
   *[other] { $seconds } seconds
}. A link or QR code opens at once.
no-lesson = There is no lesson { $code }. Is the code right?
playing-as = You are { $name }
kind-me-short = Me
kind-here-short = Here
kind-elsewhere-short = Link
kind-bot-short = Bot
emote-short = Say
undo-short = Undo
undo-withdraw = Never mind
lobby-seat-kept = this seat is kept for them
lobby-set-free = Free the seat
