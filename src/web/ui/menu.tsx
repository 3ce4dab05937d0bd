import { type ReactNode, useRef } from 'react';

interface MenuProps {
  /** What the button shows. */
  summary: ReactNode;
  /** Its name, where the summary has no words. */
  label?: string;
  buttonClassName?: string;
  panelClassName?: string;
  className?: string;
  children: ReactNode;
}

/** A button that opens a list of links and buttons below it. It is a `<details>`, so that it opens without scripts too. */
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
