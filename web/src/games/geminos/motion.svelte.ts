/** Shaking the device to roll. Some devices want to be asked first, and only right after a tap. */

import { shaking } from './gestures';

type Sensor = { requestPermission?: () => Promise<string> } | undefined;

const sensor = (globalThis as { DeviceMotionEvent?: Sensor }).DeviceMotionEvent;

/**
 * Whether shaking works here: not (no sensor, or no leave), perhaps if asked for, or it has been felt.
 * A page that did not come over a safe connection is shown no sensor at all; that is told to those who ask, too.
 */
export const motion = $state<{ state: 'none' | 'ask' | 'on' }>({
  state: sensor?.requestPermission || (!sensor && !globalThis.isSecureContext) ? 'ask' : 'none',
});

/** Ask for leave to feel a shake; whether there is one. */
export async function askForMotion(): Promise<boolean> {
  const answer = await sensor?.requestPermission?.().catch(() => '');
  if (answer !== 'granted') motion.state = 'none';
  return answer === 'granted';
}

/** Call `shaken` for every shake, until the returned function is called. */
export function onShake(shaken: () => void): () => void {
  const isShake = shaking();
  const feel = ({ accelerationIncludingGravity: push, timeStamp }: DeviceMotionEvent): void => {
    if (push?.x == null) return; // a machine that lies still has a sensor too, but nothing to say
    motion.state = 'on';
    if (isShake(push, timeStamp)) shaken();
  };
  addEventListener('devicemotion', feel);
  return () => removeEventListener('devicemotion', feel);
}
