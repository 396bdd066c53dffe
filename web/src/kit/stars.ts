/** Stars: people are told apart by how many points theirs has, not by its colour alone. A person keeps their star from
    one match to the next, at whatever seat they sit: it is told with the seat. */

export const STAR_COLOURS = ['#ffd166', '#6fdcb8', '#7fbbff', '#ff9d9f', '#c3b0ff', '#ffb37a'] as const;

/** A star with this many points around 0, 0. */
export function starPath(points: number, outer: number, inner = outer * (points < 5 ? 0.36 : 0.5)): string {
  const corners = Array.from({ length: points * 2 }, (_, i) => {
    const radius = i % 2 === 0 ? outer : inner;
    const angle = (Math.PI * i) / points - Math.PI / 2;
    return `${(radius * Math.cos(angle)).toFixed(2)} ${(radius * Math.sin(angle)).toFixed(2)}`;
  });
  return `M${corners.join('L')}Z`;
}

export const pointsOf = (star: number): number => 4 + (star % 6);
export const colourOf = (star: number): string => STAR_COLOURS[star % STAR_COLOURS.length]!;
