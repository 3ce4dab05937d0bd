import { useEffect, useRef } from 'react';
import { useAuth } from '#web/shared/auth/auth.ts';
import { shop } from '#web/shared/shop/shop.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { SectionLink } from '#web/ui/section-link.tsx';
import { ADMIN_PARTS } from './admin-parts.ts';

/** A link to each section; marks the current one. */
export function PartLinks({ onChoose }: { onChoose?: () => void }) {
  return ADMIN_PARTS.map(({ path, name, icon }) => (
    <SectionLink
      key={path}
      to={path}
      end={path === '/admin'}
      className="admin-link"
      {...(onChoose && { onClick: onChoose })}
    >
      <Icon name={icon} /> {name}
    </SectionLink>
  ));
}

/** The same on phones and tablets: a drawer behind a button, which closes after navigation. */
export function SideDrawer({ onLogout }: { onLogout: () => void }) {
  const drawer = useRef<HTMLDialogElement>(null);
  const { user } = useAuth();

  useEffect(() => {
    const onBackdrop = ({ target }: MouseEvent) => target === drawer.current && drawer.current?.close();
    document.addEventListener('click', onBackdrop);
    return () => document.removeEventListener('click', onBackdrop);
  }, []);
  const close = () => drawer.current?.close();

  return (
    <>
      <button
        type="button"
        className="icon-button -ml-2 lg:hidden"
        aria-label="Menu"
        aria-haspopup="dialog"
        onClick={() => drawer.current?.showModal()}
      >
        <Icon name="menu" />
      </button>
      <dialog ref={drawer} className="drawer" aria-label="Menu">
        <div className="mb-3 flex items-center justify-between pl-3">
          <span className="font-display text-2xl font-semibold tracking-tight truncate" dir="auto">
            {shop().siteName}
          </span>
          <button type="button" className="icon-button" aria-label="Close menu" onClick={close}>
            <Icon name="x" />
          </button>
        </div>
        <nav aria-label="Back office" className="grid gap-1">
          <PartLinks onChoose={close} />
        </nav>
        <div className="mt-4 grid gap-1 border-t border-on-band-line pt-4">
          <p className="truncate px-3 text-on-band-muted text-small">
            <bdi>{user?.name}</bdi>
          </p>
          <Link to="/" className="admin-link">
            <Icon name="shopping-bag" /> Back to Store
          </Link>
          <button
            type="button"
            className="admin-link"
            onClick={() => {
              close();
              onLogout();
            }}
          >
            <Icon name="log-out" /> Logout
          </button>
        </div>
      </dialog>
    </>
  );
}
