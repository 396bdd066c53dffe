/** What taps, keys and drags on the table come to: it looks choices and reasons up, and knows no rule. */

import { tick } from 'svelte';
import { announcer } from '../../kit/announce.svelte';
import { sound } from '../../kit/sound';
import type { BoardProps } from '../../table/board';
import { frontSeat, mySeats, nameOf } from '../../table/people';
import type { Choice } from '../../wire/messages';
import { say } from './en.ftl';
import { against, choicesAt, focusOn, placesAt, useOf, waysOf, type Against, type Use } from './places';
import { pointedAt } from './pointing';
import type { Shared } from './shared.svelte';
import { cardOfLane, nameOfCard } from './describe';
import { viewOf } from './view';

export interface Notice {
  title: string;
  lists: readonly Against[];
  calm: boolean; // nothing was refused
}

export type Given = Pick<BoardProps<Shared>, 'scene' | 'choices' | 'pending' | 'words' | 'act' | 'point' | 'shared'>;

export class Desk {
  readonly #given: Given;
  #chooser: Element | null = null; // what was pressed to choose
  notice = $state.raw<Notice | null>(null);
  sides = $state.raw<readonly Choice[]>([]); // of a target, to choose from
  using = $state.raw<Use | ''>(''); // an ability: only what it is good for is lit

  view = $derived.by(() => viewOf(this.#given.scene));
  open = $derived.by(() => (this.#given.pending ? [] : this.#given.choices));
  ways = $derived.by(() => waysOf(this.open));
  chosen = $derived.by(() => this.#given.shared.chosen);
  mine = $derived.by(() => mySeats(this.#given.scene.table).includes(this.#given.scene.to_act));
  owed = $derived.by(() => (this.view.phase === 'moving' && this.mine ? (this.view.turn?.owed ?? '') : ''));
  /** The seat whose hand lies in front. */
  seat = $derived.by(() => {
    const front = frontSeat(this.#given.scene);
    return front >= 0 ? front : Math.max(0, this.view.turn?.seat ?? 0);
  });
  hand = $derived.by(() => this.view.seats[this.seat]?.hand ?? []);
  /** What can be done with what is chosen that has no place on the table. */
  offers = $derived.by<readonly Choice[]>(() => {
    if (this.sides.length > 0) return this.sides;
    const all = this.ways.get(this.chosen);
    if (this.view.cards[this.chosen]?.kind === 'instant') return [...(all?.values() ?? [])];
    const under = all?.get('under');
    return under && this.owed ? [under] : [];
  });

  constructor(given: Given) {
    this.#given = given;
  }

  canMove = (item: string): boolean =>
    this.ways.has(item) && (this.using === '' || this.using === useOf(this.view, item));
  lit = (lane: string): boolean =>
    this.chosen !== '' &&
    (this.using !== 'second' || lane === this.view.turn?.second) &&
    choicesAt(this.view, this.ways, this.chosen, lane).length > 0;
  takesUnder = (): boolean => this.chosen !== '' && (this.ways.get(this.chosen)?.has('under') ?? false);

  /** Another position: what was chosen is put down, but for an instrument that has to move. */
  clear(): void {
    this.#forget();
    this.#given.shared.chosen = this.owed;
  }

  /** What was said and asked. */
  #forget(): void {
    this.notice = null;
    this.sides = [];
    this.using = '';
  }

  choose = (item: string): void => {
    const { shared } = this.#given;
    if (shared.pointing) return this.#point(item);
    this.#forget();
    if (item === this.chosen && !this.owed) return void this.putDown();
    if (!this.owed) shared.chosen = item;
    this.#chooser = document.activeElement;
    if (!this.mine) return;
    const own = item === this.owed ? [] : this.#againstAll(item);
    if (own.length > 0) this.#refuse(say('not-now'), own);
    else announcer.say(this.ways.has(item) ? this.prompt() : say('nowhere'));
  };

  /** What is to be done with what is chosen. */
  prompt = (): string =>
    say('prompt', { phase: this.owed ? 'moving' : 'chosen', name: nameOfCard(this.#given.words, this.chosen) });

  /** The button for it vanishes, or its places go dark: whoever plays with keys is back where they chose it. */
  putDown = async (): Promise<void> => {
    const carried = this.chosen !== '';
    this.clear();
    await tick();
    if (carried && this.chosen === '') (this.#chooser as HTMLElement | null)?.focus();
  };

  /** What stands against an item wherever it might go; of an instant, all that stands against any of its uses. */
  #againstAll(item: string): Against[] {
    const places = Object.keys(this.view.why[item] ?? {});
    const lists = against(this.view, item, places);
    if (this.view.cards[item]?.kind === 'instant') {
      const sentences = lists.flatMap((list) => list.sentences);
      return sentences.length > 0 ? [{ place: '', sentences }] : [];
    }
    return this.ways.has(item) ? [] : lists.filter(({ place }) => place === '');
  }

  send = (choice: Choice): void => {
    if (this.#given.pending) return;
    this.#forget();
    this.#given.shared.chosen = '';
    this.#given.act(choice.action);
  };

  tapLane = (lane: string): void => {
    const { shared, words } = this.#given;
    if (shared.pointing) return this.#point(pointedAt(this.view, this.chosen, lane));
    const card = cardOfLane(this.view, lane);
    if (this.chosen === '') {
      shared.looking = card;
      return;
    }
    const program = this.view.cards[this.chosen]?.kind === 'program';
    const otherwise = program ? say('program-elsewhere') : this.#notAPlace();
    const places = placesAt(this.view, this.chosen, lane);
    this.#attempt(places, say('not-there', { lane: nameOfCard(words, card) }), otherwise);
  };

  tapFreeLane = (): void => {
    if (this.#given.shared.pointing) return this.#point(pointedAt(this.view, this.chosen, 'lanes'));
    if (this.chosen === '') return;
    const places = placesAt(this.view, this.chosen, 'lanes').filter((place) => place === 'lanes');
    this.#attempt(places, say('not-now'), this.#notAPlace());
  };

  tapDeck = (): void => {
    const { shared } = this.#given;
    if (shared.pointing) return this.#point(pointedAt(this.view, this.chosen, 'under'));
    if (this.chosen === '') shared.looking = this.view.row[0] ?? '';
    else this.#attempt(['under'], say('not-under'), this.#notAPlace());
  };

  tapInstrument = (card: string, lane: string): void => {
    if (this.chosen !== '' && this.chosen !== card) this.tapLane(lane);
    else this.choose(card);
  };

  /** Something was dragged: where it is let go it is tried, as if it had been tapped. */
  drop(item: string, node: Element | null): void {
    if (this.#given.shared.pointing || (this.owed && item !== this.owed)) return;
    if (this.chosen !== item) this.choose(item);
    const lane = node?.closest<HTMLElement>('[data-lane]')?.dataset.lane;
    if (lane === 'lanes') this.tapFreeLane();
    else if (lane) this.tapLane(lane);
    else if (node?.closest('[data-place=under]')) this.tapDeck();
    else if (this.view.cards[item]?.kind === 'program' && node?.closest('.desk')) this.tapFreeLane();
    else if (!this.owed) this.clear();
  }

  /** The ability of the role whose turn it is: what it is good for is lit, and what it is, is said. */
  useAbility = async (): Promise<void> => {
    const { role = '', ability = false, second } = this.view.turn ?? {};
    if (role === 'scientist') return this.press('search');
    const usable = ability && this.open.length > 0;
    await this.putDown();
    if (usable && role === 'operator') {
      const card = this.hand.find((held) => this.ways.get(held.card)?.has(second ?? ''))?.card;
      if (card) this.choose(card);
      this.using = card ? 'second' : '';
    } else if (usable) this.using = 'move';
    const title = this.#given.words.say(`role-${role}`, {}, 'help');
    this.notice = { title, lists: [], calm: true };
    announcer.say(title);
    await tick();
    if (this.using) focusOn('.lit button', '.instruments .can', '.lane .movable');
  };

  /** A button: it is done, or refused with every reason. */
  press = (button: string): void => {
    const choice = this.ways.get(button)?.get('');
    if (choice) this.send(choice);
    else if (this.mine) this.#refuse(say('not-now'), against(this.view, button, ['']));
    else this.#refuse(this.#notMyTurn(), []);
  };

  togglePointing = (): void => {
    const { shared } = this.#given;
    this.notice = null;
    shared.pointing = !shared.pointing;
    if (shared.pointing) announcer.say(say('point-help'));
  };

  #point(place: string): void {
    this.#given.shared.pointing = false;
    this.#given.shared.chosen = this.owed;
    this.#given.point?.(place);
  }

  #notAPlace = (): string => say('not-a-place', { name: nameOfCard(this.#given.words, this.chosen) });

  /** Something is tried: it is done, asked about, or refused with every reason. */
  #attempt(places: readonly string[], title: string, otherwise: string): void {
    const found = places.flatMap((place) => this.ways.get(this.chosen)?.get(place) ?? []);
    this.sides = [];
    if (found.length === 1) return this.send(found[0]!);
    if (found.length > 1) {
      this.notice = null;
      this.sides = found;
      announcer.say(say('which-side'));
      return;
    }
    if (!this.mine || this.#given.choices.length === 0) return this.#refuse(this.#notMyTurn(), []);
    const lists = against(this.view, this.chosen, places);
    this.#refuse(lists.length > 0 ? title : otherwise, lists);
  }

  #notMyTurn(): string {
    const { to_act, table } = this.#given.scene;
    return to_act < 0 ? say('chance-turn') : say('not-turn', { name: nameOf(table, to_act) });
  }

  #refuse(title: string, lists: readonly Against[]): void {
    const { words } = this.#given;
    const side = ({ place }: Against): string =>
      place.includes('/') ? say('side-title', { side: place.split('/')[1]! }) : '';
    const sentences = lists.flatMap((list) => [
      side(list),
      ...list.sentences.map((one) => words.say(one.words, one.args)),
    ]);
    this.notice = { title, lists, calm: false };
    announcer.say([title, ...sentences].filter(Boolean).join(' '));
    sound.pass();
  }
}
