import { useLayoutEffect } from 'react';
import { data, useParams } from 'react-router';
import { ENTRIES } from './entries.ts';
import { entryId } from './entry.ts';
import './gallery.css';

const THEMES = ['light', 'dark'];

export function loader({ params }: { params: { theme?: string } }) {
  if (!THEMES.includes(params.theme ?? '')) throw data(null, 404);
  return null;
}

export const meta = () => [{ title: 'Gallery | Development' }, { name: 'robots', content: 'noindex' }];

/** All gallery entries in one theme, independent of the system's or visitor's preference. */
export default function ThemePage() {
  const { theme } = useParams();

  useLayoutEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);

  return (
    <main id="content" className="dev-gallery-theme">
      <h1>{theme === 'dark' ? 'Dark' : 'Light'}</h1>
      {ENTRIES.map((entry) => (
        <section key={entry.title} aria-labelledby={entryId(entry)} className="dev-gallery-entry">
          <h2 id={entryId(entry)}>{entry.title}</h2>
          <entry.Example />
        </section>
      ))}
    </main>
  );
}
