// In the head, before the first paint: applies the chosen theme, the density of lists, a dismissed announcement, the name of the
// signed-in user and whether this device keeps a cart, so that colours, columns, header and cart do not change visibly. While a theme
// is chosen, pictures with a twin for the dark theme follow it instead of the system: also those that are added later.
const root = document.documentElement;
const { dataset } = root;
let shownTheme: string | undefined;

// Browsers that block storage throw.
try {
  dataset.session = localStorage.getItem('auth_token') ? 'customer' : 'guest';
  dataset.theme = localStorage.getItem('theme') ?? '';
  dataset.density = localStorage.getItem('density') ?? '';
  dataset.cart = localStorage.getItem('guest_cart') ? 'kept' : '';
  dataset.announcementDismissed = dataset.announcement === localStorage.getItem('announcement') ? 'yes' : '';
  root.style.setProperty('--own-name', JSON.stringify(JSON.parse(localStorage.getItem('user') ?? '').name));
} catch {}

const mediaOfDark = (theme: string): string =>
  theme === 'dark' ? 'all' : theme ? 'not all' : '(prefers-color-scheme: dark)';

function followTheme(): void {
  const theme = dataset.theme ?? '';
  if (theme || theme !== shownTheme) {
    const media = mediaOfDark(theme);
    for (const source of document.querySelectorAll<HTMLSourceElement>('source[data-dark]')) {
      if (source.media !== media) source.media = media;
    }
  }
  shownTheme = theme;
}

new MutationObserver(followTheme).observe(root, { childList: true, subtree: true, attributeFilter: ['data-theme'] });
