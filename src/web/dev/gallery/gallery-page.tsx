import { useRef, useState } from 'react';
import { ENTRIES } from './entries.ts';
import { entryId } from './entry.ts';
import './gallery.css';

export const meta = () => [{ title: 'Gallery | Development' }, { name: 'robots', content: 'noindex' }];

const WIDTHS = { Phone: 390, Tablet: 768, Fill: null } as const;
type Width = keyof typeof WIDTHS;

/**
 * The shop's components in both themes, side by side; development only (routes.ts). Each theme is rendered in an
 * iframe, so that breakpoints and dialogs behave as on a page of that width.
 */
export default function GalleryPage() {
  const [width, setWidth] = useState<Width>('Fill');
  const frames = useRef<HTMLDivElement>(null);

  const windows = () =>
    [...(frames.current?.querySelectorAll('iframe') ?? [])].flatMap((frame) => frame.contentWindow ?? []);
  const jumpTo = (id: string) => {
    for (const { document } of windows()) document.getElementById(id)?.scrollIntoView({ behavior: 'instant' });
  };

  return (
    <main id="content" className="dev-gallery">
      <div className="dev-gallery-bar">
        <h1>Gallery</h1>
        <label>
          <span className="sr-only">Go to</span>
          <select className="input" onChange={({ target }) => jumpTo(target.value)}>
            {ENTRIES.map((entry) => (
              <option key={entry.title} value={entryId(entry)}>
                {entry.title}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span className="sr-only">Width of each theme</span>
          <select className="input" value={width} onChange={({ target }) => setWidth(target.value as Width)}>
            {Object.keys(WIDTHS).map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
      </div>
      <div ref={frames} className="dev-gallery-frames">
        {['light', 'dark'].map((theme) => (
          <iframe key={theme} title={theme} src={`/dev/gallery/${theme}`} width={WIDTHS[width] ?? undefined} />
        ))}
      </div>
    </main>
  );
}
