/** What is asked by plain addresses, not on the socket. */

import type { MatchRecord } from '../fair/check';
import { Words } from '../words/words';
import type { GameFacts, Games, Here, Mine, MyTable, Records, Replay, Review } from './messages';

async function get<T>(path: string): Promise<T> {
  return answered<T>(await fetch(path));
}

async function answered<T>(response: Response): Promise<T> {
  if (!response.ok) throw new Error(await problem(response));
  return (await response.json()) as T;
}

async function problem(response: Response): Promise<string> {
  try {
    return ((await response.json()) as { error: string }).error;
  } catch {
    return `${response.status} ${response.statusText}`;
  }
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
  const response = await fetch(`/api/games/${game}/words/en.ftl`);
  if (!response.ok) throw new Error(await problem(response));
  return new Words(await response.text());
});

export const rulesOf = once(async (game) => {
  const response = await fetch(`/api/games/${game}/rules`);
  if (!response.ok) throw new Error(await problem(response));
  return response.text();
});

export const records = (game: string): Promise<Records> => get(`/api/games/${game}/records`);

export const mine = async (): Promise<MyTable[]> => (await get<Mine>('/api/mine')).tables;

/** Where other devices reach the server; asked each time, because networks change. */
export const here = (): Promise<Here> => get('/api/here');

export const replay = (code: string): Promise<Replay> => get(`/api/tables/${code}/replay`);

export const review = once((code) => get<Review>(`/api/tables/${code}/review`));

/** A record file that somebody kept, as scenes. */
export async function replayFile(text: string): Promise<Replay> {
  const headers = { 'content-type': 'application/json' };
  return answered(await fetch('/api/replay', { method: 'POST', headers, body: text }));
}

/** The record of a match that is over, for this browser's own checking. */
export const recordOf = (code: string): Promise<MatchRecord> => get(recordAddress(code));

export const recordAddress = (code: string): string => `/api/tables/${code}/record`;
