/** A file of this folder, compiled and minified by `scripts/inline-scripts.ts`: the text of a script element. */
declare module '*?inline-script' {
  const text: string;
  export default text;
}

/** A click, submit or input before hydration, its target, and what a field contained then: its value and checked state. */
type EarlyEvent = readonly [type: 'click' | 'submit' | 'input', target: HTMLElement, content?: string];

interface Window {
  /** Recorded by `early-input.ts` until hydration; undefined afterwards. */
  earlyEvents?: EarlyEvent[] | undefined;
  /** Resolves once the page's route modules have loaded. The entry shares a chunk with their imports. */
  pageModules: Promise<void>;
}
