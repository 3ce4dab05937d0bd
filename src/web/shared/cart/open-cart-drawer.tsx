import { openOverlay } from '#web/ui/overlay.tsx';
import { CartDrawer } from './cart-drawer.tsx';

/** @param notice what has just happened */
export const openCartDrawer = (notice?: string): void =>
  openOverlay((close) => <CartDrawer close={close} notice={notice} />);
