import { useState } from 'react';
import { ApiError, messageOf } from '#web/api/api-error.ts';
import type { Notify } from '#web/shared/notice.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';

interface TestButtonProps {
  /** Such as `Test Stripe Connection`. */
  children: string;
  /** Resolves to the success message. */
  test: () => Promise<string>;
  notify: Notify;
  /** Shows an error beside its field. */
  onProblem?: (field: string, message: string) => void;
}

/** Tests a connection. An error stays visible until the next test. */
export function TestButton({ children, test, notify, onProblem }: TestButtonProps) {
  const [isTesting, setTesting] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  async function run() {
    setTesting(true);
    setFailure(null);
    try {
      notify('success', await test());
    } catch (error) {
      for (const [field, [message]] of Object.entries(error instanceof ApiError ? error.errors : {})) {
        if (message) onProblem?.(field, message);
      }
      setFailure(messageOf(error));
    } finally {
      setTesting(false);
    }
  }

  return (
    <div className="grid justify-items-start gap-3">
      <Button look="secondary" small busy={isTesting && 'Testing…'} onClick={() => void run()}>
        {children}
      </Button>
      {failure && <Banner tone="danger">{failure}</Banner>}
    </div>
  );
}
