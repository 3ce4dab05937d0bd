import type { ReactNode } from 'react';

/** A text page: a heading, a lead and titled sections in one column. */
export function TextPage({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <article className="page prose py-12 md:py-20">
      <h1>{title}</h1>
      <p className="mt-4 text-muted">{lead}</p>
      {children}
    </article>
  );
}

/** @param id target of `/page#id` */
export function TextSection({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="@container mt-10 scroll-mt-28">
      <h2 id={`${id}-title`} className="mb-3 text-xl">
        {title}
      </h2>
      {children}
    </section>
  );
}
