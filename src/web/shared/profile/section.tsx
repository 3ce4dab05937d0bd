import { type ReactNode, useId } from 'react';

interface SectionProps {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
  className?: string;
}

/** A section of the account page: a panel with a title. */
export function Section({ title, lead, children, className = '' }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={`panel p-5 sm:p-6 ${className}`}>
      <h2 id={id} className="font-sans text-lg font-semibold">
        {title}
      </h2>
      {lead && <p className="mt-1 max-w-[60ch] text-muted">{lead}</p>}
      <div className="mt-5">{children}</div>
    </section>
  );
}
