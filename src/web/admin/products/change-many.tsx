import { useState } from 'react';
import { messageOf } from '#web/api/api-error.ts';
import { counted } from '#web/shared/counted.ts';
import type { Notify } from '#web/shared/notice.tsx';
import { Button } from '#web/ui/button.tsx';
import { BulkBar } from '../shared/list/bulk-bar.tsx';
import type { RowChoice } from '../shared/list/use-row-choice.ts';
import { ChangeManyDialog } from './change-many-dialog.tsx';
import { type BulkChange, type ProductFilters, useProductIds, useProductWrites } from './products-data.ts';

interface ChangeManyProps {
  choice: RowChoice;
  /** The list's search and filters. */
  filter: ProductFilters;
  /** Number of rows that can be selected on this page. */
  shown: number;
  /** Number of rows on all pages. */
  total: number;
  notify: Notify;
}

const NOUNS = ['product', 'products'] as const;

/** One change for all selected products, from a bar shown while some are selected. */
export function ChangeMany({ choice, filter, shown, total, notify }: ChangeManyProps) {
  const { changeMany } = useProductWrites();
  const [isOpen, setOpen] = useState(false);
  const { mutate: readIds, isPending } = useProductIds();

  const change = async (wanted: BulkChange) => {
    const count = await changeMany(wanted);
    setOpen(false);
    choice.clear();
    const done = wanted.action === 'delete' ? 'deleted' : 'updated';
    notify('success', `${counted(count, NOUNS)} ${done}`);
  };
  const chooseWhole = () =>
    readIds(filter, {
      onSuccess: ({ ids, total: all }) => {
        choice.chooseWhole(ids);
        if (all > ids.length) notify('success', `The newest ${counted(ids.length, NOUNS)} are selected.`);
      },
      onError: (error) => notify('danger', messageOf(error)),
    });
  const isPageChosen = choice.ids.length === shown && total > shown;
  return (
    <>
      <BulkBar choice={choice} nouns={NOUNS}>
        {isPageChosen && (
          <Button look="secondary" small busy={isPending && 'Selecting…'} onClick={chooseWhole}>
            Select all {counted(total, NOUNS)}
          </Button>
        )}
        <Button small onClick={() => setOpen(true)}>
          Change…
        </Button>
      </BulkBar>
      {isOpen && <ChangeManyDialog ids={choice.ids.map(Number)} onClose={() => setOpen(false)} onChange={change} />}
    </>
  );
}
