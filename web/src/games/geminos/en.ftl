cell = { $name } { $score ->
    [0] empty
   *[other] { $score }
}
cell-was = in place of { $before }
total = Total
total-of = total { $total }
ends = ends the match
chance = { $count }/{ $of }
most = max { $points }

wheel = { $state ->
    [none] The zodiac wheel. Nothing has been rolled yet.
   *[rolled] The dice show { $first } and { $second }, { $sum } together: { $shared }.
}
dice-title = The dice
table-title = The affinities
row-told = { $name }: steps apart { $steps }, chance { $count } in { $of }, { $most } points at most
total-told = Total { $total }
no-affinity = no affinity
hint-keys = Press R or tap the dice
hint-tap = Tap the dice
hint-touch = Tap the dice or swipe up
hint-shake = Tap, swipe up or shake
allow-shake = Roll by shaking
no-shake = This device does not let the page feel a shake. Tap or swipe up instead.

open-chart = Chart
chart-title = The chart of the signs
chart-help = Swipe, or use the arrow keys.
chart-before = The sign before
chart-next = The next sign
chart-sign = { $name }, { $value }
none-there = none
column-with = With
column-affinity = Affinity
column-chance = Chance
column-most = Highest

top-three = Top three
top-whose = The best scores of people who won; those of bots do not count.
best = { $seats ->
    [1] Alone
   *[other] { $seats } players
}
keys = R or the space bar rolls; 1 to 5 choose an affinity, from the top of the card. In the chart, left and right go from sign to sign.
