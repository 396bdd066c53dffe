/** Shaking the device to roll. Some devices want to be asked first, and only right after a tap. */

import { shaking } from './gestures';

type Sensor = { requestPermission?: () => Promise<string> } | undefined;

const sensor = (globalThis as { DeviceMotionEvent?: Sensor }).DeviceMotionEvent;

/** Whether shaking works here: no sensor (or no leave), one that may have to be asked for, or one that is felt. */
export const motion = $state<{ state: 'none' | 'ask' | 'on' }>({ state: sensor?.requestPermission ? 'ask' : 'none' });

export async function askForMotion(): Promise<void> {
  const answer = await sensor?.requestPermission?.().catch(() => '');
  if (answer !== 'granted') motion.state = 'none';
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
