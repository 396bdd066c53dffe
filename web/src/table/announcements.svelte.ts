/** What is said aloud during a match beside its moves, for those who do not see the page. */

import { untrack } from 'svelte';
import { announcer } from '../kit/announce.svelte';
import { sound } from '../kit/sound';
import type { Scene } from '../wire/messages';
import { t } from '../words/shell';
import type { BoardProps } from './board';
import { bestInWords } from './chances';
import { actingSeats, isAway, nameOf, turnLine } from './people';

const AWAY_SAID_AFTER = 2500; // milliseconds: it is more than a page being loaded anew

/** Say everything that is worth it; call it while a component is made. `fewChoices`: what may be done, in words, where
 * it is only seen to glow; else empty. */
export function announceMatch(
  match: Pick<BoardProps<never>, 'scene' | 'names' | 'words' | 'advice'>,
  fewChoices: () => string,
): void {
  const scene = $derived(match.scene);

  const toAct = $derived(scene.to_act);
  let first = true;
  $effect(() => {
    const seat = toAct;
    untrack(() => {
      if (!scene.outcome && seat >= 0) announceTurn(scene, first);
    });
    first = false;
  });

  // what is best, to whoever has asked for it
  $effect(() => {
    const { advice } = match;
    untrack(() => {
      if (advice?.ply === scene.ply) announcer.say(bestInWords(advice, scene.choices, match.words, match.names));
    });
  });

  $effect(() => {
    announcer.say(fewChoices());
  });

  // that we wait for someone who is away
  const absent = $derived(!scene.outcome && isAway(scene.table, scene.to_act) ? scene.to_act : -1);
  let missed = -1; // of whom that was said
  $effect(() => {
    const seat = absent;
    const [name, others] = [nameOf(scene.table, seat), !actingSeats(scene.table).includes(seat)];
    if (missed >= 0 && missed !== seat) {
      if (scene.table.seats[missed]?.present) announcer.say(t('is-back', { name: nameOf(scene.table, missed) }));
      missed = -1; // or a bot plays for them: that stands in the log
    }
    if (seat < 0 || seat === missed || !others) return;
    const timer = setTimeout(() => {
      missed = seat;
      announcer.say(t('wait-for-away', { name }));
    }, AWAY_SAID_AFTER);
    return () => clearTimeout(timer);
  });

  const paused = $derived(scene.table.paused);
  let before = false;
  $effect(() => {
    if (paused !== before) announcer.say(t(paused ? 'lesson-paused' : 'lesson-goes-on'));
    before = paused;
  });
}

/** Whose turn it is; of others only at first: later it is heard from what happens. */
function announceTurn(scene: Scene, first: boolean): void {
  const mine = actingSeats(scene.table).includes(scene.to_act);
  if (mine || first) announcer.say(turnLine(scene));
  if (mine && !first) sound.turn();
}
