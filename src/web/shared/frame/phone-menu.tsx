import { Suspense, useState } from 'react';
import { Icon } from '#web/ui/icon.tsx';
import { lazyDialog } from '#web/ui/lazy-part.tsx';

const PhoneDrawer = lazyDialog(() => import('./phone-drawer.tsx'));

/** The menu button of a narrow screen. */
export function PhoneMenu() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="with-scripts icon-button -ml-[12px] lg:hidden"
        aria-label="Menu"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        <Icon name="menu" />
      </button>
      {isOpen && (
        <Suspense>
          <PhoneDrawer onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
