/** What the board and the seats share. */
export class Shared {
  chosen = $state(''); // the card or instrument that is about to go somewhere
  pointing = $state(false); // the next tap points at what is tapped, for the team to see
  looking = $state(''); // the card whose back is read
  sheet = $state<'' | 'score' | 'semester' | 'hands' | 'story'>('');
}
