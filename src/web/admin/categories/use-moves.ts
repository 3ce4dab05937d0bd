import { type ReactNode, type RefObject, useState } from 'react';
import { messageOf } from '#web/api/api-error.ts';
import { toast } from '#web/ui/toast.ts';
import type { ListAddress } from '../shared/list/use-list-address.ts';
import { useNotice } from '../shared/use-notice.ts';
import { type ArrangedProduct, useArrangement } from './arranged-products.ts';
import { useRowFocus } from './use-row-focus.ts';

interface MovableList {
  readonly list: Pick<ListAddress, 'page' | 'search' | 'turnTo'>;
  readonly revision: number;
  readonly perPage: number;
  readonly listed: RefObject<HTMLElement | null>;
}

interface Moves {
  /**
   * @param position from 1; null: back to the default order
   * @param control accessible name of the arrow button that was pressed
   */
  moveTo(product: ArrangedProduct, position: number | null, control?: string): void;
  discard(): Promise<void>;
  readonly isBusy: boolean;
  /** For screen readers. */
  readonly announcement: string;
  readonly notice: ReactNode;
}

/** Moves products of a category, one at a time, and announces their new positions. */
export function useMoves(categoryId: number, { list, revision, perPage, listed }: MovableList): Moves {
  const arrangement = useArrangement(categoryId, revision);
  const { notice, notify } = useNotice();
  const [announcement, announce] = useState('');
  const [isBusy, setBusy] = useState(false);
  const focus = useRowFocus(listed, isBusy);

  const run = async (change: () => Promise<unknown>, done: () => void) => {
    if (isBusy) return;
    focus.keep();
    setBusy(true);
    try {
      await change();
      done();
    } catch (error) {
      notify('danger', messageOf(error, 'Failed to change the order'));
    } finally {
      setBusy(false);
    }
  };

  /** A move by an arrow button also turns to the product's new page. After a longer move, a toast offers that page. */
  const announceMove = ({ name, position: before }: ArrangedProduct, position: number, control?: string) => {
    const page = Math.ceil(position / perPage);
    const show = (focused: string) => {
      focus.moveTo(focused);
      list.turnTo(page);
    };
    // Search results stay where they are.
    const hasLeft = list.search === '' && page !== list.page;
    if (hasLeft && (control === undefined || Math.abs(position - (before ?? 0)) > 1)) {
      toast(`${name} is at position ${position}, on page ${page}`, [
        { label: 'Show it', run: () => show(`Position of ${name}`) },
      ]);
      return;
    }
    announce(`${name} is at position ${position}`);
    if (hasLeft && control !== undefined) show(control);
  };

  return {
    moveTo: (product, position, control) =>
      void run(
        () => arrangement.move(product.id, position),
        () => {
          if (position === null) announce(`${product.name} is back in the default order`);
          else announceMove(product, position, control);
        },
      ),
    discard: () => run(arrangement.discard, () => announce('Order discarded')),
    isBusy,
    announcement,
    notice,
  };
}
