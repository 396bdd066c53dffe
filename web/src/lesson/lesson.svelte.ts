/** A lesson as whoever leads it follows it: looked at again and again, and steered. */

import type { LessonScene, SteerLesson } from '../wire/messages';
import { Offline, type Socket } from '../wire/socket.svelte';

const EVERY = 1500; // milliseconds between two looks

export type Steering = Omit<SteerLesson, 'type' | 'id' | 'lesson' | 'secret'>;

export class Lesson {
  scene = $state.raw<LessonScene | null>(null);
  problem = $state('');
  refused = $state(false); // the secret is not that of this lesson, or there is none of this code

  #busy = false;
  #socket: Socket;
  #asked: { lesson: string; secret: string };

  constructor(socket: Socket, lesson: string, secret: string) {
    this.#socket = socket;
    this.#asked = { lesson, secret };
  }

  /** Look at it until the returned function is called. */
  start(): () => void {
    const look = (): void => void (document.hidden || this.#look());
    const timer = setInterval(look, EVERY);
    document.addEventListener('visibilitychange', look);
    look();
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }

  async steer(steering: Steering): Promise<void> {
    if (this.#busy) return; // no button is disabled meanwhile: the focus would be lost
    this.#busy = true;
    this.problem = '';
    try {
      this.scene = await this.#socket.ask('lesson-scene', { type: 'steer-lesson', ...this.#asked, ...steering });
    } catch (error) {
      if (!(error instanceof Offline)) this.problem = (error as Error).message;
    }
    this.#busy = false;
  }

  async #look(): Promise<void> {
    try {
      this.scene = await this.#socket.ask('lesson-scene', { type: 'lesson', ...this.#asked });
      this.refused = false;
    } catch (error) {
      if (error instanceof Offline) return; // the page says so, and tries again
      this.problem = (error as Error).message;
      this.refused = this.scene === null;
    }
  }
}
