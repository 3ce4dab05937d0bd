import { type MouseEvent, useState } from 'react';
import { messageOf } from '#web/api/api-error.ts';
import { Button } from '#web/ui/button.tsx';

export interface Newer<T> {
  /** The current version. @throws ApiError */
  readonly read: () => Promise<T>;
  /** Starts over with it. */
  readonly show: (now: T) => void;
}

/** The two options after a concurrent change; inside the form, which keeps its input. */
export function EditConflict<T>({ newer, onKeep }: { newer: Newer<T>; onKeep: (now: T) => void }) {
  const [busy, setBusy] = useState<'load' | 'keep' | null>(null);
  const [problem, setProblem] = useState('');
  const goOn = async (way: 'load' | 'keep', use: (now: T) => void) => {
    setBusy(way);
    try {
      use(await newer.read());
    } catch (error) {
      setProblem(messageOf(error));
    }
    setBusy(null);
  };
  const keep = ({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) =>
    void goOn('keep', (now) => {
      onKeep(now);
      form?.requestSubmit();
    });
  return (
    <div className="flex flex-wrap gap-2">
      <Button small look="secondary" busy={busy === 'load' && 'Loading…'} onClick={() => void goOn('load', newer.show)}>
        Load their version
      </Button>
      <Button small look="secondary" busy={busy === 'keep' && 'Saving…'} onClick={keep}>
        Keep mine and save again
      </Button>
      {problem && (
        <p role="alert" className="self-center text-danger text-small">
          {problem}
        </p>
      )}
    </div>
  );
}
