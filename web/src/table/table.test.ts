import { beforeEach, describe, expect, it } from 'vitest';
import type { Advice, Answered, Asked, Scene } from '../wire/messages';
import { Table } from './table.svelte';
import { Offline, Refusal, type Socket } from '../wire/socket.svelte';

const asked: string[] = [];
let answer: (request: Asked) => Promise<unknown>;
let hear: (news: Answered) => void;

const socket = {
  status: 'online',
  ask: (_: string, request: Asked) => {
    asked.push(request.type);
    return answer(request);
  },
  listen: (listener: typeof hear) => {
    hear = listener;
    return () => undefined;
  },
  ready: () => () => undefined,
} as unknown as Socket;

const nothing = (): void => undefined;

const scene = (more: Partial<Scene>): Scene =>
  ({ type: 'scene', table: { code: 'ABC234' }, ply: 4, since: 0, log: [], outcome: null, ...more }) as Scene;

const refused = (code: 'match-over' | 'not-allowed', text: string): Promise<never> =>
  Promise.reject(new Refusal({ type: 'refused', id: 1, code, text }));

const advice = (ply: number): Advice =>
  ({
    type: 'advice',
    id: 1,
    table: 'ABC234',
    ply,
    exact: true,
    kind: 'win',
    seats: [1],
    points: null,
    actions: [],
  }) as Advice;

let table: Table;
beforeEach(() => {
  asked.length = 0;
  table = new Table('ABC234', socket, false, { announce: nothing, shown: nothing, undoRefused: nothing });
  table.start();
});

describe('a hint', () => {
  it('that comes too late because the match is over is no error', async () => {
    hear(scene({}));
    answer = () => refused('match-over', 'the match is over');
    await table.advise();
    expect(table.refusal).toBe('');
    expect(table.advice).toBeNull();
  });

  it('of a match that has ended meanwhile is not asked for again', async () => {
    hear(scene({}));
    answer = () => {
      hear(scene({ ply: 5, since: 4, outcome: { shares: [1] } as Scene['outcome'] }));
      return Promise.resolve(advice(4));
    };
    await table.advise();
    expect(asked).toEqual(['advise']);
    expect(table.advice).toBeNull();
  });

  it('is asked for again when the match has moved on', async () => {
    hear(scene({}));
    answer = () => {
      if (asked.length === 1) hear(scene({ ply: 5, since: 4 }));
      return Promise.resolve(advice(asked.length === 1 ? 4 : 5));
    };
    await table.advise();
    await new Promise((resolve) => setTimeout(resolve));
    expect(asked).toEqual(['advise', 'advise']);
    expect(table.advice?.ply).toBe(5);
  });

  it('that there is none is told', async () => {
    answer = () => refused('not-allowed', 'there is no advice for this game');
    await table.advise();
    expect(table.refusal).toBe('there is no advice for this game');
  });
});

describe('a table that is left', () => {
  it('is followed no longer, and no more is asked about it', async () => {
    hear(scene({}));
    answer = (request) => {
      if (request.type === 'unwatch') return Promise.resolve({ type: 'unwatched' });
      table.stop();
      return Promise.resolve(advice(9)); // the match has moved on, and this page is not told
    };
    await table.advise();
    await new Promise((resolve) => setTimeout(resolve));
    expect(asked).toEqual(['advise', 'unwatch']);
  });

  it('while there is no connection is followed no longer anyway', async () => {
    answer = () => Promise.reject(new Offline());
    table.stop();
    await new Promise((resolve) => setTimeout(resolve));
    expect(table.refusal).toBe('');
  });
});

describe('a bot that has to wait', () => {
  it('is told at its own table alone', () => {
    hear(scene({}));
    hear({ type: 'bots-busy', id: 0, table: 'XYZ789', ply: 4 });
    expect(table.busy).toBeNull();
    hear({ type: 'bots-busy', id: 0, table: 'ABC234', ply: 4 });
    expect(table.busy?.ply).toBe(4);
  });
});

describe('a refused undo', () => {
  const no = { type: 'undo-refused', id: 0, table: 'ABC234', ply: 4, by: 0, who: 1 } as const;

  it('is shown until the match moves on', () => {
    hear(scene({}));
    hear(no);
    expect(table.undoRefused).toEqual(no);
    hear(scene({ since: 4 })); // someone came or went
    expect(table.undoRefused).toEqual(no);
    hear(scene({ ply: 5, since: 4 }));
    expect(table.undoRefused).toBeNull();
  });

  it('is gone when somebody asks again', () => {
    hear(scene({}));
    hear(no);
    hear(scene({ since: 4, undo_asked: { by: 0, ply: 4, waiting: [1] } }));
    expect(table.undoRefused).toBeNull();
  });

  it('of a moment that is over, or of another table, is not shown', () => {
    hear(scene({ ply: 5 }));
    hear(no);
    hear({ ...no, ply: 5, table: 'XYZ789' });
    expect(table.undoRefused).toBeNull();
  });
});
