interface Shape {
  ratio: number; // height by width
  gap: number;
  most: number; // the largest width
  worth: number; // one more row should make them so many times as large, or it is not worth it
}

/** The largest cards of one shape that fit into a room, and in how many columns. */
export function fit(
  count: number,
  width: number,
  height: number,
  { ratio, gap, most, worth }: Shape,
): { width: number; columns: number } {
  let best = { width: 0, columns: Math.max(count, 1) };
  for (let rows = 1; rows <= Math.max(count, 1); rows++) {
    const columns = Math.max(1, Math.ceil(count / rows));
    const wide = Math.min(most, (width - gap * (columns - 1)) / columns, (height - gap * (rows - 1)) / rows / ratio);
    if (wide > best.width * worth) best = { width: Math.floor(wide), columns };
  }
  return best;
}
