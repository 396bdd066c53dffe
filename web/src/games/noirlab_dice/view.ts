/** The scene of this game, as asterism/games/noirlab_dice/view.py makes it. */

import type { Scene } from '../../wire/messages';
import { FACES, type Face } from './faces';

export interface Tracker {
  covered: Face[];
  tokens: number; // NOIRLab tokens in reserve, 0 to 2; the first covers the NOIRLab spot
  wait: number; // rolls to go before banking again
  turns: number;
}

export interface View {
  mover: number;
  phase: 'first' | 'free' | 'rolling' | 'wild';
  rolls: number;
  face: Face | null;
  bust: [number, number];
  trackers: Tracker[];
}

export const viewOf = (scene: Scene): View => scene.view as unknown as View;

/** Whether a spot of a tracker is covered. */
export const isCovered = (tracker: Tracker, face: Face): boolean =>
  face === 'noirlab' ? tracker.tokens > 0 : tracker.covered.includes(face);

export const isFace = (name: unknown): name is Face => FACES.includes(name as Face);
