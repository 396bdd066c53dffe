/** What the table room takes from the wire. */

export type {
  Advice,
  Choice,
  Emoted,
  LogLine,
  Outcome,
  Roll,
  Rolls,
  Scene,
  SeatInfo,
  TableInfo,
  UndoRefused,
} from '../wire/messages';
export { Offline, Refusal, type Answered, type Asked, type Socket } from '../wire/socket.svelte';
