import type { IconName } from './icon-names.ts';
import sprite from './icons.svg?no-inline';

/** A decorative icon; the words beside it, or the label of its button, say what it means. */
export function Icon({ name, className = '' }: { name: IconName; className?: string }) {
  return (
    <svg className={`icon ${className}`} aria-hidden="true">
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}
