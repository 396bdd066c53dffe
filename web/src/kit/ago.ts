/** How long ago something was, in words. */

const WORDS = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const HOUR = 3600; // seconds
const DAY = 24 * HOUR;

/** From an hour on; what is younger counts as now and is empty. Both in seconds since 1970. */
export function longAgo(then: number, now = Date.now() / 1000): string {
  const passed = now - then;
  if (passed < HOUR) return '';
  return passed < DAY
    ? WORDS.format(-Math.floor(passed / HOUR), 'hour')
    : WORDS.format(-Math.floor(passed / DAY), 'day');
}
