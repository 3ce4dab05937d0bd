import { Suspense } from 'react';
import { Icon } from '#web/ui/icon.tsx';
import { lazyDialog, useOpening } from '#web/ui/lazy-part.tsx';

const PhoneDrawer = lazyDialog(() => import('./phone-drawer.tsx'));

/** The menu button of a narrow screen. */
export function PhoneMenu() {
  const { isOpen, key, open, close } = useOpening();
  return (
    <>
      <button
        type="button"
        className="with-scripts icon-button -ml-[12px] lg:hidden"
        aria-label="Menu"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={open}
      >
        <Icon name="menu" />
      </button>
      {isOpen && (
        <Suspense>
          <PhoneDrawer key={key} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
