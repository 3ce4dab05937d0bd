import { useEffect, useRef } from 'react';
import { formatCount } from '#web/shared/numbers.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import type { Line } from './wait-in-line.ts';

/** Above the form, while the button is busy. It takes the focus, because on a phone it would be out of sight above the button. */
export default function LineNotice({ line: { place, leave } }: { line: Line }) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => notice.current?.focus(), []);

  return (
    <div ref={notice} tabIndex={-1} className="mb-6 rounded-field">
      <Banner tone="info">
        <p className="font-semibold">
          {place === 1 ? 'You are next in line.' : `You are number ${formatCount(place)} in line.`}
        </p>
        <p className="mt-1">
          Many customers are checking out right now. Keep this page open: your checkout continues automatically.
        </p>
        <div className="mt-3">
          <Button look="secondary" small onClick={leave}>
            Leave the line
          </Button>
        </div>
      </Banner>
    </div>
  );
}
