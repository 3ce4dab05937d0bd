import { onDevice } from '#web/api/browser-storage.ts';
import { shop } from '#web/shared/shop/shop.ts';
import { Icon } from '#web/ui/icon.tsx';
import { MenuLink } from './menu-link.tsx';

/** Read before the first paint (`inline-scripts/first-paint.ts`). */
const DISMISSED = 'announcement';

/** What a plug-in announces, in place of the shop's own line, until the visitor dismisses it. */
export default function AnnouncementBar() {
  const announcement = shop().frame?.announcement;
  if (!announcement) return null;
  const { id, text, link } = announcement;
  const dismiss = () => {
    onDevice.write(DISMISSED, id);
    document.documentElement.dataset.announcementDismissed = 'yes';
    document.getElementById('content')?.focus({ preventScroll: true });
  };
  return (
    <aside
      aria-label="Announcement"
      className="announcement min-h-11 items-center justify-center gap-2 bg-accent ps-4 pe-12 text-center text-on-accent text-small print:hidden relative"
    >
      <p className="py-2 wrap-anywhere">
        {text}
        {link && (
          <>
            {' '}
            <MenuLink to={link.to} className="font-semibold underline underline-offset-3">
              {link.label}
            </MenuLink>
          </>
        )}
      </p>
      <button
        type="button"
        className="icon-button absolute inset-e-0 top-0 text-on-accent"
        aria-label="Dismiss announcement"
        onClick={dismiss}
      >
        <Icon name="x" />
      </button>
    </aside>
  );
}
