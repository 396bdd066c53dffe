/** What a game's page is given and may offer. A game's folder under games/ is found by listing, never by name. */

import type { Component } from 'svelte';
import type { Words } from '../words/words';
import type { Stage } from './table.svelte';
import type { Advice, Choice, Scene } from '../wire/messages';

export interface BoardProps<Shared = undefined> {
  scene: Scene;
  choices: readonly Choice[]; // what this person may do now
  pending: Choice | null; // what was just sent and is not yet answered
  names: readonly string[];
  words: Words;
  advice: Advice | null; // the chances, where they are shown
  act: (action: number, then?: readonly number[]) => void; // `then`: what is played after it, all or nothing
  point: ((place: string) => void) | null; // at the board, for one's team to see; empty: at nothing any more
  takeBack: (() => void) | null; // one's last action, where that may be
  shared: Shared; // what the page's `share` made
}

/** A seat is given all that the board is: what lies in front of it may be played on too. */
export interface SeatProps<Shared = undefined> extends BoardProps<Shared> {
  seat: number;
  front: boolean; // mine, at the near edge of the table
}

/** Several choices as one button: a tap plays them all, or none. */
export interface Offer extends Choice {
  label: string;
  then: readonly number[];
}

/** A part of the board in words: a heading, and lines that can be read one by one. */
export interface Section {
  title: string;
  lines: readonly string[];
}

export interface GamePage {
  Board: Component<BoardProps<never>, Stage>;
  Seat?: Component<SeatProps<never>>; // what lies in front of a seat
  share?: () => unknown; // makes what the board and the seats of one table share; another table has its own
  Glyph?: Component<{ choice: Choice }>; // the picture on the button of a choice
  keys?: Readonly<Record<string, string>>; // by the place of a choice
  describeKeys?: () => string; // all its keys, in words
  onBoard?: (choice: Choice) => boolean; // chosen by tapping the board: needs no button
  offers?: (scene: Scene, shared: never) => Offer[]; // several of its choices as one button
  Ending?: Component<{ scene: Scene; words: Words }>; // what everyone has reached, as a picture on the result
  Won?: Component<{ scene: Scene }>; // what decided it, drawn large; the class crown puts it in place of the star
  tally?: (scene: Scene, seat: number) => string; // what a seat has reached, in words
  inWords?: (scene: Scene, names: readonly string[], words: Words) => Section[]; // the board, for those who do not see it
}

/** A game's part of the picture to keep of a result, 680 wide. No style follows a picture: all its looks are attributes. */
export interface KeepsakePart {
  default: Component<{ scene: Scene; words: Words }>;
  height: (scene: Scene) => number;
}

type PageModule = { default: GamePage['Board'] } & Omit<GamePage, 'Board'>;

const pages = import.meta.glob<PageModule>('../games/*/Board.svelte');
const cards = import.meta.glob<{ default: Component }>('../games/*/Card.svelte');

const keepsakes = import.meta.glob<KeepsakePart>('../games/*/Keepsake.svelte');

const pictures = import.meta.glob<{ default: Component<{ section: number }> }>('../games/*/RulesPicture.svelte');

const pathOf = (game: string, file: string): string => `../games/${game.replaceAll('-', '_')}/${file}.svelte`;

export const hasPage = (game: string): boolean => pathOf(game, 'Board') in pages;

/** A game's own page; null: the plain board has to do. */
export async function gamePage(game: string): Promise<GamePage | null> {
  const module = await pages[pathOf(game, 'Board')]?.();
  return module ? { ...module, Board: module.default } : null;
}

/** The picture on a game's card; null: it has none of its own. */
export async function cardPicture(game: string): Promise<Component | null> {
  return (await cards[pathOf(game, 'Card')]?.())?.default ?? null;
}

export const hasKeepsake = (game: string): boolean => pathOf(game, 'Keepsake') in keepsakes;

export const keepsakeOf = (game: string): Promise<KeepsakePart> => keepsakes[pathOf(game, 'Keepsake')]!();

/** What a section of the rules looks like, for sections where a picture says it; null: the game draws none. */
export async function rulesPicture(game: string): Promise<Component<{ section: number }> | null> {
  return (await pictures[pathOf(game, 'RulesPicture')]?.())?.default ?? null;
}
