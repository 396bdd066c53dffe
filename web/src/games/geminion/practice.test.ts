import { describe, expect, it } from 'vitest';
import { answersOf, questionOf } from './practice';

describe('how many gems', () => {
  it('asks for all gems while they are few enough', () => {
    expect(questionOf(0, 20, 15, 6, 3)).toMatchObject({ before: 12, more: 3, sum: 15 });
  });

  it('asks for those of this turn when all are too many, and for nothing when these are too many as well', () => {
    expect(questionOf(0, 10, 43, 9, 6)).toMatchObject({ before: 3, more: 6, sum: 9 });
    expect(questionOf(0, 10, 43, 12, 6)).toBeNull();
    expect(questionOf(0, 10, 4, 0, 0)).toBeNull();
  });

  it('offers three different answers above nothing, the right one among them', () => {
    for (let sum = 1; sum <= 100; sum++)
      for (let more = 1; more <= Math.min(sum, 12); more++) {
        const answers = answersOf(sum, more);
        expect(new Set(answers).size).toBe(3);
        expect(answers).toContain(sum);
        expect(Math.min(...answers)).toBeGreaterThan(0);
        expect(answers).toEqual(answers.toSorted((a, b) => a - b));
      }
  });
});
