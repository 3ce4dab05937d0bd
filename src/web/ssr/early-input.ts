/** A click, submit or input before hydration, its target, and what a field contained then: its value and checked state. */
export type EarlyEvent = readonly [type: 'click' | 'submit' | 'input', target: HTMLElement, content?: string];

declare global {
  interface Window {
    /** Recorded until hydration; undefined afterwards. */
    earlyEvents?: EarlyEvent[] | undefined;
  }
}

/**
 * Inline script of the head. The page's scripts load after the first paint (`ssr/start-page.ts`), so buttons and forms
 * would do nothing until then, and a form could send a password in its address. This records clicks on buttons, submits
 * of POST forms and input; `shared/replay-early-input.ts` replays them after hydration. Links and search forms work
 * without scripts. A page restored from the back/forward cache resets its search forms to the address.
 * React escapes text in a script element: no quotes, ampersands or angle brackets.
 */
export const recordEarlyInput =
  '(function(w){w.earlyEvents=[];function record(e){var t=e.target;if(!w.earlyEvents)return;if(e.type===`input`){w.earlyEvents.push([e.type,t,t.value+t.checked]);return}if(e.type===`submit`){if(t.method!==`post`)return;e.preventDefault()}else{t=t.closest(`button[type=button]`);if(!t)return}e.stopPropagation();w.earlyEvents.push([e.type,t])}[`click`,`submit`,`input`].forEach(function(n){w.addEventListener(n,record,true)});w.addEventListener(`pageshow`,function(e){if(!e.persisted||!w.earlyEvents)return;w.earlyEvents=[];[].forEach.call(document.forms,function(f){if(f.method===`get`)f.reset()})})})(window)';
