import type { ComponentProps } from 'react';
import { formatCount } from '#web/shared/numbers.ts';
import { Button } from '#web/ui/button.tsx';
import { Drawer } from '#web/ui/drawer.tsx';
import FilterPanel from './filter-panel.tsx';

interface FilterDrawerProps extends ComponentProps<typeof FilterPanel> {
  onClose: () => void;
  total: number;
}

/** The filters on a narrow screen; the list behind updates with every change, and the button shows its length. */
export default function FilterDrawer({ onClose, total, ...panel }: FilterDrawerProps) {
  const words = total === 1 ? 'Show 1 product' : `Show ${formatCount(total)} products`;
  return (
    <Drawer
      title="Filters"
      side="bottom"
      onClose={onClose}
      footer={
        <Button className="flex-1" onClick={onClose}>
          <span aria-live="polite">{words}</span>
        </Button>
      }
    >
      <FilterPanel {...panel} />
    </Drawer>
  );
}
