import type { IconName } from './icon-names.ts';
import sprite from './icons.svg?no-inline';

/** A decorative icon; the text beside it or the button's label has its meaning. */
export function Icon({ name, className = '' }: { name: IconName; className?: string }) {
  return (
    <svg className={`icon ${className}`} aria-hidden="true">
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}
