import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { showFocused } from './show-focused.ts';

export interface Tab {
  readonly id: string;
  readonly label: string;
  readonly content: ReactNode;
}

/** Tabs with arrow keys, Home and End. All panels are in the page, so that they can be read without scripts. */
export function Tabs({ tabs, label }: { tabs: readonly Tab[]; label: string }) {
  const [current, setCurrent] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const base = useId();

  const move = (event: KeyboardEvent) => {
    const last = tabs.length - 1;
    const next = {
      ArrowRight: current === last ? 0 : current + 1,
      ArrowLeft: current === 0 ? last : current - 1,
      Home: 0,
      End: last,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setCurrent(next);
    document.getElementById(`${base}${tabs[next]?.id}`)?.focus();
  };

  return (
    <>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        className="edged-strip flex gap-6 overflow-x-auto border-b border-line sm:gap-8"
        onKeyDown={move}
        onFocus={showFocused}
      >
        {tabs.map((tab, index) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={base + tab.id}
            aria-selected={index === current}
            aria-controls={`${base}${tab.id}-panel`}
            tabIndex={index === current ? 0 : -1}
            className="tab"
            onClick={() => setCurrent(index)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      {tabs.map((tab, index) => (
        <div
          key={tab.id}
          role="tabpanel"
          id={`${base}${tab.id}-panel`}
          aria-labelledby={base + tab.id}
          data-current={index === current}
          className="tab-panel"
        >
          {tab.content}
        </div>
      ))}
    </>
  );
}
