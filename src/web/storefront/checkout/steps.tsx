import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';

const STEPS = [
  ['Cart', '/cart'],
  ['Shipping', '/checkout'],
  ['Payment', ''],
] as const;

/** The steps of the checkout; completed ones are links. */
export function Steps({ current }: { current: 'Shipping' | 'Payment' }) {
  const here = STEPS.findIndex(([name]) => name === current);
  return (
    <nav aria-label="Checkout steps" className="mt-2">
      <ol className="flex flex-wrap items-center gap-x-2">
        {STEPS.map(([name, address], index) => (
          <li key={name} className="flex items-center gap-2" aria-current={index === here ? 'step' : undefined}>
            {index > 0 && <Icon name="chevron-right" className="text-muted" />}
            {index < here ? (
              <Link to={address} className="inline-flex min-h-11 items-center gap-1.5 hover:underline">
                <Icon name="check" className="text-accent" />
                {name}
              </Link>
            ) : (
              <span className={`inline-flex min-h-11 items-center ${index === here ? 'font-semibold' : 'text-muted'}`}>
                {name}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** Takes the focus when the step is entered, so that screen readers announce it. */
export function StepHeading({ isEntered, children }: { isEntered: boolean; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // A layout effect, so that a notice that appears with the step takes the focus afterwards.
  useLayoutEffect(() => {
    if (isEntered) heading.current?.focus({ preventScroll: true });
  }, [isEntered]);
  return (
    <h2 ref={heading} tabIndex={-1} className="mb-5 text-2xl">
      {children}
    </h2>
  );
}
