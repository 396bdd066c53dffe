/** What is asked by plain addresses, not on the socket. */

import type { MatchRecord } from '../fair/check';
import { linked } from '../links';
import { t } from '../words/shell';
import { Words } from '../words/words';
import type {
  Device,
  GameFacts,
  Games,
  Here,
  Mine,
  MyTable,
  OpenTable,
  OpenTables,
  OwnDevice,
  OwnDevices,
  Records,
  Replay,
  Review,
  StandFacts,
} from './messages';

/** The answer of an address; that there is none is told in words. */
async function reach(path: string, more?: RequestInit): Promise<Response> {
  const response = await fetch(path, more).catch(() => {
    throw new Error(t('not-reached'));
  });
  if (!response.ok) throw new Error(await problem(response));
  return response;
}

async function get<T>(path: string, more?: RequestInit): Promise<T> {
  return (await (await reach(path, more)).json()) as T;
}

const posted = (body: string): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body,
});

async function problem(response: Response): Promise<string> {
  try {
    const plain = response.headers.get('content-type')?.startsWith('text/plain');
    return plain ? (await response.text()).trim() : ((await response.json()) as { error: string }).error;
  } catch {
    return `${response.status} ${response.statusText}`;
  }
}

/** Why the server refuses all that this page asks, in the server's words; empty where it does not, or is not reached. */
export async function refusal(): Promise<string> {
  const response = await fetch('/api/here').catch(() => undefined);
  return response && !response.ok ? problem(response) : '';
}

/** Remember what does not change while a page is open; forget a failure, so that it can be tried again. */
function once<T>(load: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const kept = new Map<string, Promise<T>>();
  return (key) => {
    let promise = kept.get(key);
    if (!promise) {
      promise = load(key);
      kept.set(key, promise);
      promise.catch(() => kept.delete(key));
    }
    return promise;
  };
}

const allGames = once((path) => get<Games>(path));

export const games = async (): Promise<GameFacts[]> => (await allGames('/api/games')).games;

export async function factsOf(game: string): Promise<GameFacts | undefined> {
  return (await games()).find((facts) => facts.name === game);
}

export const wordsOf = once(async (game) => {
  const response = await reach(`/api/games/${game}/words/en.ftl`);
  return new Words(await response.text());
});

export const rulesOf = once(async (game) => (await reach(`/api/games/${game}/rules`)).text());

export const records = (game: string): Promise<Records> => get(`/api/games/${game}/records`);

export const mine = async (): Promise<MyTable[]> => (await get<Mine>('/api/mine')).tables;

/** The tables that wait for anyone who comes. */
export const openTables = async (): Promise<OpenTable[]> => (await get<OpenTables>('/api/open')).tables;

/** Become, on this device, the guest who was shown the secret. */
export const comeIn = (secret: string): Promise<Device> => get('/api/device', posted(JSON.stringify({ secret })));

/** The devices of this guest, this one first. */
export const devices = async (): Promise<OwnDevice[]> => (await get<OwnDevices>('/api/devices')).devices;

/** Sign out another device of this guest (empty: all others); those that are left. */
export const signOut = async (device: string): Promise<OwnDevice[]> =>
  (await get<OwnDevices>('/api/devices', posted(JSON.stringify({ sign_out: device })))).devices;

/** What the stand shows; a Problem where there is none. */
export const standFacts = (): Promise<StandFacts> => get('/api/stand');

/** Be someone new, for the next one who comes to the stand. */
export const beNew = (): Promise<StandFacts> => get('/api/stand', { method: 'POST' });

/** Where other devices reach the server; asked each time, because networks change. */
export const here = (): Promise<Here> => get('/api/here');

export const replay = (code: string): Promise<Replay> => get(`/api/tables/${linked(code)}/replay`);

export const review = once((code) => get<Review>(`/api/tables/${linked(code)}/review`));

/** A record file that somebody kept, as scenes. */
export const replayFile = (text: string): Promise<Replay> => get('/api/replay', posted(text));

/** The record of a match that is over, for this browser's own checking. */
export const recordOf = (code: string): Promise<MatchRecord> => get(recordAddress(code));

export const recordAddress = (code: string): string => `/api/tables/${linked(code)}/record`;

/** Break off a match that cannot go on here, since its rules are not here; its record. */
export async function breakOff(code: string): Promise<Blob> {
  const response = await fetch(recordAddress(code), { method: 'POST' });
  if (!response.ok) throw new Error(await problem(response));
  return response.blob();
}
