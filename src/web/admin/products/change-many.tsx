import { useState } from 'react';
import type { Notify } from '#web/shared/notice.tsx';
import { Button } from '#web/ui/button.tsx';
import { BulkBar } from '../shared/bulk-bar.tsx';
import type { RowChoice } from '../shared/use-row-choice.ts';
import { ChangeManyDialog } from './change-many-dialog.tsx';
import { type BulkChange, useProductWrites } from './products-data.ts';

/** One change for all selected products, from a bar shown while some are selected. */
export function ChangeMany({ choice, notify }: { choice: RowChoice; notify: Notify }) {
  const { changeMany } = useProductWrites();
  const [isOpen, setOpen] = useState(false);

  const change = async (wanted: BulkChange) => {
    const count = await changeMany(wanted);
    setOpen(false);
    choice.clear();
    const done = wanted.action === 'delete' ? 'deleted' : 'updated';
    notify('success', `${count} ${count === 1 ? 'product' : 'products'} ${done}`);
  };
  return (
    <>
      <BulkBar choice={choice} nouns={['product', 'products']}>
        <Button small onClick={() => setOpen(true)}>
          Change…
        </Button>
      </BulkBar>
      {isOpen && <ChangeManyDialog ids={choice.ids.map(Number)} onClose={() => setOpen(false)} onChange={change} />}
    </>
  );
}
