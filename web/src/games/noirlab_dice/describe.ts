/** The board in words, for those who cannot see it. */

import type { Section } from '../../table/board';
import type { Scene } from '../../wire/messages';
import type { Words } from '../../words/words';
import { FACES, isCovered } from './faces';
import { say } from './en.ftl';
import { nameOf } from './names';
import { viewOf } from './view';

export function inWords(scene: Scene, names: readonly string[], words: Words): Section[] {
  const { face, bust, trackers } = viewOf(scene);
  return [
    {
      title: say('die-title'),
      lines: [
        face ? say('die', { name: nameOf(words, face) }) : say('die-new'),
        ...(scene.outcome ? [] : [say('risk', { bust: bust[0], faces: bust[1] })]),
      ],
    },
    ...trackers.map((tracker, seat) => ({
      title: names[seat] ?? '',
      lines: [
        say('tracker', { covered: FACES.filter((one) => isCovered(tracker, one)).length }),
        ...FACES.map((one) =>
          say('spot', { state: isCovered(tracker, one) ? 'covered' : 'open', name: nameOf(words, one) }),
        ),
        say('reserve', { tokens: tracker.tokens }),
        ...(tracker.wait > 0 ? [say('wait', { rolls: tracker.wait })] : []),
        say('turns', { turns: tracker.turns }),
      ],
    })),
  ];
}
