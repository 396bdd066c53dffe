declare module '*.ftl' {
  export const words: import('./words').Words;
  export const say: typeof words.say;
}
