/** Short, soft sounds, made here. The browser allows them after the first touch or key. */

import { settings } from '../settings.svelte';

let context: AudioContext | null = null;
let out: GainNode | null = null;

function ready(): { context: AudioContext; out: GainNode; now: number } | null {
  if (!settings.sound || !navigator.userActivation?.hasBeenActive) return null;
  if (!context || !out) {
    context = new AudioContext();
    out = context.createGain();
    out.gain.value = 0.5;
    const soft = context.createBiquadFilter();
    soft.type = 'lowpass';
    soft.frequency.value = 5200;
    out.connect(soft).connect(context.destination);
  }
  if (context.state === 'suspended') void context.resume();
  return { context, out, now: context.currentTime + 0.005 };
}

/** One note: pitch in hertz, when and how long in seconds. */
function note(pitch: number, at: number, length: number, loud = 0.14, shape: OscillatorType = 'sine', slide = 1): void {
  const audio = ready();
  if (!audio) return;
  const tone = audio.context.createOscillator();
  const gain = audio.context.createGain();
  tone.type = shape;
  tone.frequency.setValueAtTime(pitch, audio.now + at);
  if (slide !== 1) tone.frequency.exponentialRampToValueAtTime(pitch * slide, audio.now + at + length);
  gain.gain.setValueAtTime(0, audio.now + at);
  gain.gain.linearRampToValueAtTime(loud, audio.now + at + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0008, audio.now + at + length);
  tone.connect(gain).connect(audio.out);
  tone.start(audio.now + at);
  tone.stop(audio.now + at + length + 0.02);
}

/** Something of paper or wood touches the table. */
function knock(at: number, loud: number, pitch: number): void {
  const audio = ready();
  if (!audio) return;
  const length = 0.07;
  const noise = audio.context.createBufferSource();
  const buffer = audio.context.createBuffer(1, Math.ceil(audio.context.sampleRate * length), audio.context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length) ** 3;
  noise.buffer = buffer;
  const band = audio.context.createBiquadFilter();
  band.type = 'bandpass';
  band.frequency.value = pitch;
  band.Q.value = 1.2;
  const gain = audio.context.createGain();
  gain.gain.value = loud;
  noise.connect(band).connect(gain).connect(audio.out);
  noise.start(audio.now + at);
  note(pitch / 5, at, 0.09, loud * 0.35, 'triangle', 0.7);
}

const chord = (pitches: readonly number[], step: number, length: number, loud = 0.1): void =>
  pitches.forEach((pitch, i) => note(pitch, i * step, length, loud, 'triangle'));

export const sound = {
  tap: () => note(520, 0, 0.07, 0.06, 'triangle'),
  turn: () => chord([587, 880], 0.11, 0.4, 0.08),
  tumble: () => [0.3, 0.52, 0.68, 0.8, 0.88].forEach((at, i) => knock(at, 0.5 / (i + 1), 900 + i * 260)),
  good: () => chord([784, 1175], 0.07, 0.45),
  saved: () => chord([880, 659], 0.1, 0.4, 0.08),
  special: () => chord([784, 988, 1319], 0.07, 0.6, 0.09),
  lost: () => {
    note(330, 0, 0.5, 0.13, 'triangle', 0.5);
    note(220, 0.12, 0.6, 0.1, 'sine', 0.5);
  },
  pass: () => note(392, 0, 0.22, 0.08, 'triangle', 1.25),
  keep: () => chord([523, 784, 1047], 0.06, 0.5, 0.08),
  emote: () => chord([1047, 1319], 0.06, 0.2, 0.05),
  win: () => {
    chord([523, 659, 784, 1047, 1319, 1568], 0.1, 0.9, 0.1);
    [523, 659, 784].forEach((pitch) => note(pitch, 0.7, 1.6, 0.06, 'sine'));
  },
};
