import { NeedsScripts } from './needs-scripts.tsx';

/** Announces what is loading to screen readers; `isShown` also shows the text. */
export function Spinner({ label = 'Loading...', isShown = false }: { label?: string; isShown?: boolean }) {
  return (
    <div role="status" className="grid justify-items-center gap-4 px-4 py-24">
      <NeedsScripts />
      <div className="spinner" />
      <p className={isShown ? 'text-muted' : 'sr-only'}>{label}</p>
    </div>
  );
}
