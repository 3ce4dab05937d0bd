import { type ReactNode, useRef } from 'react';

interface MenuProps {
  /** Content of the button. */
  summary: ReactNode;
  /** Accessible name, if the summary has no text. */
  label?: string;
  buttonClassName?: string;
  panelClassName?: string;
  className?: string;
  children: ReactNode;
}

/** A button with a dropdown of links and buttons. It is a `<details>`, so that it works without scripts. */
export function Menu({ summary, label, buttonClassName, panelClassName, className = '', children }: MenuProps) {
  const details = useRef<HTMLDetailsElement>(null);
  const close = () => details.current?.removeAttribute('open');

  return (
    <details
      ref={details}
      className={className}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !details.current?.open) return;
        close();
        details.current.querySelector('summary')?.focus();
      }}
      onClick={(event) => (event.target as Element).closest('a,button') && close()}
      onBlur={(event) => {
        if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) close();
      }}
    >
      <summary className={buttonClassName} aria-label={label}>
        {summary}
      </summary>
      <div className={panelClassName}>{children}</div>
    </details>
  );
}
