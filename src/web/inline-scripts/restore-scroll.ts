// At the end of the body, before the first paint: restores the scroll position after a reload or Back. The key is the router's own
// (`SCROLL_RESTORATION_STORAGE_KEY`), which stores the positions of later navigations.
if (!history.state?.key) history.replaceState({ key: Math.random().toString(32).slice(2) }, '');

// Browsers that block storage throw.
try {
  const positions = JSON.parse(sessionStorage.getItem('react-router-scroll-positions') ?? '{}');
  const position: unknown = positions[history.state.key];
  if (typeof position === 'number') scrollTo(0, position);
} catch {}
