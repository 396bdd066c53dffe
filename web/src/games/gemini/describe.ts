/** Cards, lanes and the sky in words. */

import type { Section } from '../../table/board';
import type { Scene } from '../../wire/messages';
import type { Words } from '../../words/words';
import { say } from './en.ftl';
import { viewOf, type PrintedCard, type ActiveProgram, type Month, type Red, type StoryEvent, type View } from './view';

export const nameOfCard = (words: Words, card: string): string => words.say(`row-${card}`);
/** In the order in which they are shown. */
export const ROLES = ['engineer', 'coordinator', 'operator', 'scientist'] as const;

export const nameOfRole = (words: Words, role: string): string => words.say(`role-${role}`);

/** The card that a lane shows: complete, Checkouts is Poor Weather. */
export const cardOfLane = (view: View, lane: string): string =>
  lane === 'checkouts' && view.checkouts.complete ? 'poor-weather' : lane;

const yes = (it: boolean): string => (it ? 'yes' : 'no');

export const describeNeeds = (targets: Readonly<Record<string, number>>): string =>
  Object.entries(targets)
    .map(([type, count]) => say('needs', { type, count }))
    .join(' + ');

/** What is printed on a card, in a sentence. */
export function describeCard(card: string, facts: PrintedCard | undefined): string {
  if (!facts) return '';
  const { kind } = facts;
  if (kind === 'program') {
    const { band = 0, method = '', mode = '', full = 0, partial, lost } = facts;
    const text = say('program-facts', { band, method, mode, targets: describeNeeds(facts.targets ?? {}), full });
    return text + (partial ? say('program-partial', { partial }) : '') + say('program-lost', { lost: lost ?? 0 });
  }
  if (kind === 'target') {
    const { type = '', sky = '', plain, ao, urgent, opens = 1, closes } = facts;
    const text = say('target-facts', { type, sky, plain: plain ?? 0, ao: ao ?? 0, both: yes(!!plain && !!ao) });
    const window = closes || opens > 1 ? say('target-window', { opens, closes: closes ?? 0 }) : '';
    return text + (urgent ? say('target-urgent', { urgent }) : '') + window;
  }
  if (kind === 'time') return say('time-facts', { hours: facts.hours ?? 0 }) + (facts.red ? say('time-red') : '');
  if (kind === 'altair') return say('altair-facts');
  if (kind === 'instant') return say('instant-facts', { card });
  const { site = '', capability = '', optics = '' } = facts;
  return say('instrument-facts', { site, capability, optics }) + (kind === 'visitor' ? say('visitor') : '');
}

export function describeLane(words: Words, lane: ActiveProgram): string {
  const { target, instrument } = lane;
  const held = instrument ? nameOfCard(words, instrument) : say('no-instrument');
  return say('lane-told', {
    name: nameOfCard(words, lane.lane),
    instrument: lane.altair ? `${held} ${say('with-altair')}` : held,
    target: target
      ? say('lane-target', { ...target, name: nameOfCard(words, target.card), due: target.due ?? 0, red: '' })
      : say('no-target'),
    lacking: say('lane-lacking', {
      lacking: describeNeeds(lane.lacking),
      now: lane.points.now,
      full: lane.points.full,
    }),
  });
}

export function describeCheckouts(words: Words, view: View): string {
  const { complete, hours, need, points, instrument } = view.checkouts;
  const held = instrument ? nameOfCard(words, instrument) : say('no-instrument');
  const name = nameOfCard(words, cardOfLane(view, 'checkouts'));
  return `${name}, ${held}. ${say('checkouts-told', { complete: yes(complete), hours, need, points })}`;
}

export function describeMonth(words: Words, month: Month): string {
  const { round, weather } = month;
  const parts = [
    weather ? say('month-told', { round, weather: nameOfCard(words, weather) }) : say('month-open', { round }),
    ...month.closed.map((site) => say('closed-told', { site, open: 'no', cause: 'none' })),
    ...month.announced.map((site) => say('announced-told', { site, round: round + 1 })),
  ];
  return parts.join(', ');
}

export function describeSky(words: Words, view: View): string[] {
  const { weather } = view;
  const now = weather ? nameOfCard(words, weather.card) : say('no-weather');
  const types = weather?.types.map((type) => say('type', { type })).join(', ') ?? '';
  const announced = view.semester[view.round - 1]?.announced ?? [];
  return [
    say('sky-told', { round: view.round, rounds: view.rounds, weather: now }),
    ...(weather ? [say('allowed', { types, ao: yes(weather.ao), actions: weather.actions })] : []),
    ...(['north', 'south'] as const).map((site) =>
      say('closed-told', { site, open: yes(view.sites[site].open), cause: view.sites[site].cause ?? 'none' }),
    ),
    ...announced.map((site) => say('announced-told', { site, round: view.round + 1 })),
  ];
}

export function describeRed(words: Words, names: readonly string[], red: Red): string {
  const { what, due, count } = red;
  return say('red-told', {
    what,
    due,
    count,
    name: red.card ? nameOfCard(words, red.card) : '',
    who: names[red.seat ?? -1] ?? '',
  });
}

/** What a turn still allows. */
export function describeTurn(words: Words, view: View): string {
  const { turn } = view;
  if (!turn) return '';
  const parts = [
    say('actions', { count: turn.actions }),
    turn.free_moves > 0 ? say('free-moves', { count: turn.free_moves }) : '',
    turn.second ? say('second', { lane: nameOfCard(words, cardOfLane(view, turn.second)) }) : '',
    turn.clear ? say('clear') : '',
  ];
  return parts.filter(Boolean).join(', ');
}

export function describeScore(view: View): string[] {
  const { score, reputation } = view;
  const next = view.phase === 'over' ? null : score.next;
  return [
    say('reputation', { ...reputation }),
    say('points', { points: score.points }),
    ...(view.phase === 'over' ? [] : [`${say('score-stake')}: ${score.at_stake}`]),
    `${say('score-rating')}: ${say('rating', { rating: score.rating })}`,
    ...(next ? [say('score-next', { points: next.points, rating: say('rating', { rating: next.rating }) })] : []),
    say('score-goal', { done: score.band_one, goal: score.goal }),
  ];
}

export function describeHand(words: Words, view: View, seat: number): string[] {
  const { hand = [], hidden = 0 } = view.seats[seat] ?? {};
  const text = hand.map(({ card, count, due }) =>
    say('card-told', { name: nameOfCard(words, card), count, due, facts: describeCard(card, view.cards[card]) }),
  );
  if (hidden > 0) text.push(say('hand-hidden', { count: hidden }));
  return text.length > 0 ? text : [say('hand-empty')];
}

/** What changed Reputation: why, or also when and by how much. */
export function describeEvent(words: Words, event: StoryEvent, sentence: 'story-cause' | 'story-event'): string {
  return say(sentence, { ...event, name: event.card ? nameOfCard(words, event.card) : '', card: '' });
}

/** The story of the semester, line by line. */
export function describeStory(words: Words, view: View): string[] {
  const sum = (hours: Readonly<Record<string, number>>): number => Object.values(hours).reduce((a, b) => a + b, 0);
  const { programs, hours, reputation } = view.story;
  return [
    say('rating', { rating: view.score.rating }),
    say('points', { points: view.score.points }),
    ...programs.map((one) =>
      say('story-program', { ...one, name: nameOfCard(words, one.program), completed: one.completed ?? 0 }),
    ),
    say('story-hours', { north: sum(hours.north), south: sum(hours.south), own: sum(hours.checkouts) }),
    ...reputation.map((one) => describeEvent(words, one, 'story-event')),
    ...(reputation.length === 0 ? [say('story-quiet')] : []),
  ];
}

/** The roles: what each can do, and whose it is. */
const describeRoles = (words: Words, view: View, names: readonly string[]): string[] =>
  ROLES.map((role) => {
    const holder = view.seats.findIndex((seat) => seat.roles.includes(role));
    const whose = names[holder] ?? say('role-free');
    return `${nameOfRole(words, role)}, ${whose}. ${words.say(`role-${role}`, {}, 'help')}`;
  });

/** A lane, with the targets that are done. */
function describeWholeLane(words: Words, lane: ActiveProgram): string {
  const done = lane.finished.map((one) => nameOfCard(words, one.card)).join(', ');
  return describeLane(words, lane) + (done ? `. ${say('lane-done', { done })}` : '');
}

/** The whole table, section by section. */
export function inWords(scene: Scene, names: readonly string[], words: Words): Section[] {
  const view = viewOf(scene);
  const face_up = view.row.map((card) =>
    say('instrument-told', { name: nameOfCard(words, card), facts: describeCard(card, view.cards[card]) }),
  );
  const { turn } = view;
  const past = view.semester.filter((month) => month.round < view.round).map((month) => describeMonth(words, month));
  const inDeck = view.instrument_deck.unseen.length + view.instrument_deck.under.length;
  const turnLines = turn
    ? [say('turn-as', { mine: 'no', name: names[turn.seat] ?? '', role: nameOfRole(words, turn.role) })]
    : [];
  return [
    ...(scene.outcome ? [{ title: say('story'), lines: describeStory(words, view) }] : []),
    ...(view.phase === 'picking' ? [{ title: say('roles'), lines: describeRoles(words, view, names) }] : []),
    {
      title: say('sky'),
      lines: [...describeSky(words, view), ...turnLines, describeTurn(words, view)].filter(Boolean),
    },
    ...(past.length > 0 ? [{ title: say('past'), lines: past }] : []),
    {
      title: say('red'),
      lines: view.red.length > 0 ? view.red.map((red) => describeRed(words, names, red)) : [say('red-none')],
    },
    { title: say('score'), lines: describeScore(view) },
    {
      title: say('instruments'),
      lines: [
        ...face_up,
        say('in-play', { now: view.in_play, most: view.most_instruments }),
        say('deck-button', { count: inDeck }),
      ],
    },
    {
      title: say('lanes'),
      lines: [describeCheckouts(words, view), ...view.lanes.map((lane) => describeWholeLane(words, lane))],
    },
    { title: say('decks'), lines: [say('player-deck', { cards: view.deck.cards })] },
    ...view.seats.map((seat, number) => ({
      title: [names[number], ...seat.roles.map((role) => nameOfRole(words, role))].join(', '),
      lines: describeHand(words, view, number),
    })),
  ];
}
