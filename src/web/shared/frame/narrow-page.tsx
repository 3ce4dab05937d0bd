import type { ReactNode } from 'react';
import { NeedsScripts } from '#web/ui/needs-scripts.tsx';

/** A page with a single form: a heading and a centred panel. */
export function NarrowPage({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  return (
    <div className="page whole-screen grid content-start justify-items-center py-12 md:py-20">
      <div className="w-full max-w-md">
        <h1 className="text-h1">{title}</h1>
        {lead && <div className="mt-3 text-muted">{lead}</div>}
        <div className="mt-8">
          <NeedsScripts />
          {children}
        </div>
      </div>
    </div>
  );
}
