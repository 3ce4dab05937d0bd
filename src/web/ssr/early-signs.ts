/** What a visitor did while the page's scripts were still on their way: at which element, by which event. */
export type EarlySign = readonly [type: 'click' | 'submit' | 'input', target: HTMLElement];

declare global {
  interface Window {
    /** Taken away once the page has come to life; from then on nothing is kept. */
    early?: EarlySign[] | undefined;
  }
}

/**
 * Runs in the head: scripts come after the first paint, and who is quicker shall not press a dead button, nor send a form
 * to an address. What is done until then is kept, and made up for by `shared/replay-early.ts`. Links, and forms that
 * search, work by themselves; shown again from the browser's memory, a page begins as its address says. Like `firstPaint` it must do without quotes, ampersands and angle brackets.
 */
export const earlySigns =
  '(function(w){w.early=[];function keep(e){var t=e.target;if(!w.early)return;if(e.type===`input`){w.early.push([e.type,t]);return}if(e.type===`submit`){if(t.method!==`post`)return;e.preventDefault()}else{t=t.closest(`button[type=button]`);if(!t)return}e.stopPropagation();w.early.push([e.type,t])}[`click`,`submit`,`input`].forEach(function(n){w.addEventListener(n,keep,true)});w.addEventListener(`pageshow`,function(e){if(!e.persisted||!w.early)return;w.early=[];[].forEach.call(document.forms,function(f){if(f.method===`get`)f.reset()})})})(window)';
