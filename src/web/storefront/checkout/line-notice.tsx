import { formatCount } from '#web/shared/numbers.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import type { Line } from './wait-in-line.ts';

/** Above the form, while the button is busy. */
export default function LineNotice({ line: { place, leave } }: { line: Line }) {
  return (
    <div role="status" className="mb-6">
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
