import { type ComponentProps, useRef } from 'react';
import { formatCount } from '#web/shared/numbers.ts';
import { Button } from '#web/ui/button.tsx';
import { Drawer } from '#web/ui/drawer.tsx';
import { moveOut } from '#web/ui/move-out.ts';
import FilterPanel from './filter-panel.tsx';

interface FilterDrawerProps extends ComponentProps<typeof FilterPanel> {
  onClose: () => void;
  total: number;
}

/** The filters on a narrow screen; the list behind updates with every change, and the button shows its length. */
export default function FilterDrawer({ onClose, total, ...panel }: FilterDrawerProps) {
  const words = total === 1 ? 'Show 1 product' : `Show ${formatCount(total)} products`;
  const button = useRef<HTMLSpanElement>(null);
  const close = () => void moveOut(button.current?.closest('dialog')).then(onClose);
  return (
    <Drawer
      title="Filters"
      side="bottom"
      onClose={close}
      footer={
        <Button className="flex-1" onClick={close}>
          <span ref={button} aria-live="polite">
            {words}
          </span>
        </Button>
      }
    >
      <FilterPanel {...panel} />
    </Drawer>
  );
}
