// In the head. The page's scripts load after the first paint (start-page.ts), so buttons and forms would do nothing until then, and a
// form could send a password in its address. This records clicks on buttons, submits of POST forms and input;
// `shared/replay-early-input.ts` replays them after hydration. Links and search forms work without scripts. A page restored from the
// back/forward cache resets its search forms to the address.
window.earlyEvents = [];

function record(event: Event): void {
  const events = window.earlyEvents;
  if (!events) return;
  const target = event.target as HTMLElement;
  if (event.type === 'input') {
    const { value, checked } = target as HTMLInputElement;
    events.push(['input', target, `${value}${checked}`]);
  } else if (event.type === 'submit') {
    if ((target as HTMLFormElement).method !== 'post') return;
    event.preventDefault();
    event.stopPropagation();
    events.push(['submit', target]);
  } else {
    const button = target.closest<HTMLElement>('button[type=button]');
    if (!button) return;
    event.stopPropagation();
    events.push(['click', button]);
  }
}

for (const type of ['click', 'submit', 'input']) addEventListener(type, record, true);

addEventListener('pageshow', ({ persisted }) => {
  if (!persisted || !window.earlyEvents) return;
  window.earlyEvents = [];
  for (const form of document.forms) if (form.method === 'get') form.reset();
});
