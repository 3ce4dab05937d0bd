import { type ReactNode, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { EMPTY_DOCUMENT } from '#web/ssr/trusted-types.ts';

const WIDTHS = { phone: 390, desktop: 1280 } as const;
type Device = keyof typeof WIDTHS;

interface PreviewFrameProps {
  /** Accessible name of the frame. */
  title: string;
  /** The theme in which it is shown; default: that of the page around it. */
  theme?: 'light' | 'dark';
  /** Rendered as the storefront renders it, in a document of its own, so that the width of a device counts. */
  children: ReactNode;
}

/** How content looks on a phone and on a desktop, while it is edited. It cannot be clicked. */
export function PreviewFrame({ title, theme, children }: PreviewFrameProps) {
  const box = useRef<HTMLDivElement>(null);
  const [body, setBody] = useState<HTMLElement | null>(null);
  const [device, setDevice] = useState<Device>(() => (matchMedia('(width < 768px)').matches ? 'phone' : 'desktop'));
  const [room, setRoom] = useState({ width: 0, height: 0 });

  useEffect(() => {
    const sizes = new ResizeObserver(([entry]) => {
      if (entry) setRoom({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    if (box.current) sizes.observe(box.current);
    return () => sizes.disconnect();
  }, []);

  // The theme switch and plug-ins' stylesheets change the page around the frame.
  useEffect(() => {
    const root = body?.ownerDocument.documentElement;
    if (!root) return;
    const follow = () => {
      root.lang = document.documentElement.lang;
      root.dataset.theme = theme ?? document.documentElement.dataset.theme ?? '';
    };
    follow();
    const changes = new MutationObserver(follow);
    changes.observe(document.documentElement, { attributeFilter: ['data-theme', 'lang'] });
    return () => changes.disconnect();
  }, [body, theme]);

  const open = ({ currentTarget }: SyntheticEvent<HTMLIFrameElement>) => {
    const page = currentTarget.contentDocument;
    if (!page) return;
    for (const sheet of document.head.querySelectorAll('link[rel="stylesheet"], style')) {
      page.head.append(page.importNode(sheet, true));
    }
    setBody(page.body);
  };

  const width = WIDTHS[device];
  const scale = room.width === 0 ? 1 : Math.min(1, room.width / width);
  return (
    <section aria-label={title} className="grid h-full min-h-0 grid-rows-[auto_minmax(0,1fr)] gap-3">
      <div className="flex items-center justify-between gap-3">
        <p className="font-semibold">Preview</p>
        <fieldset className="flex gap-1">
          <legend className="sr-only">Width of the preview</legend>
          {(['phone', 'desktop'] as const).map((name) => (
            <button
              key={name}
              type="button"
              aria-pressed={device === name}
              className="button button-quiet button-small aria-pressed:bg-sunken"
              onClick={() => setDevice(name)}
            >
              {name === 'phone' ? 'Phone' : 'Desktop'}
            </button>
          ))}
        </fieldset>
      </div>
      <div ref={box} className="relative min-h-120 overflow-hidden rounded-card border border-line bg-paper">
        <iframe
          title={title}
          srcDoc={EMPTY_DOCUMENT}
          onLoad={open}
          className="absolute top-0 block border-0"
          style={{
            width,
            height: room.height / scale,
            left: Math.max(0, (room.width - width) / 2),
            transform: `scale(${scale})`,
            transformOrigin: '0 0',
          }}
        />
      </div>
      {body && createPortal(<div inert>{children}</div>, body)}
    </section>
  );
}
