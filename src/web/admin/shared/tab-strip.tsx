import { type KeyboardEvent, useEffect } from 'react';
import { showInStrip } from '#web/ui/show-in-strip.ts';

interface TabStripProps {
  /** Accessible name. */
  label: string;
  tabs: readonly (readonly [id: string, name: string])[];
  current: string;
  /** Id of the element that shows the current tab; its `aria-labelledby` is `tab-` and the tab's id. */
  panel: string;
  onShow: (id: string) => void;
}

/** Tabs of a back office page whose current tab is part of the URL. */
export function TabStrip({ label, tabs, current, panel, onShow }: TabStripProps) {
  // The current tab may be outside a phone's screen.
  useEffect(() => {
    showInStrip(document.getElementById(`tab-${current}`));
  }, [current]);

  const move = (event: KeyboardEvent) => {
    const at = tabs.findIndex(([id]) => id === current);
    const steps: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 };
    const next = tabs[((steps[event.key] ?? Number.NaN) + tabs.length) % tabs.length];
    if (!next) return;
    event.preventDefault();
    document.getElementById(`tab-${next[0]}`)?.focus();
    onShow(next[0]);
  };

  return (
    <div
      role="tablist"
      aria-label={label}
      className="mb-6 flex gap-6 overflow-x-auto border-b border-line"
      onKeyDown={move}
    >
      {tabs.map(([id, name]) => (
        <button
          key={id}
          type="button"
          role="tab"
          id={`tab-${id}`}
          aria-selected={id === current}
          aria-controls={panel}
          tabIndex={id === current ? 0 : -1}
          className="tab"
          onClick={() => onShow(id)}
        >
          {name}
        </button>
      ))}
    </div>
  );
}
