import { useState } from 'react';
import { ApiError, messageOf } from '#web/api/api-error.ts';
import { callForMessage } from '#web/api/call.ts';
import type { Input } from '#web/api/calls.ts';
import type { Notify } from '#web/shared/notice.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';

type TestKey = 'POST /admin/settings/payment/test' | 'POST /admin/settings/email/test';

interface TestButtonProps<K extends TestKey> {
  /** Such as `Test Stripe Connection`. */
  children: string;
  endpoint: K;
  body: () => Input<K>['body'];
  notify: Notify;
  /** Shows an error beside its field. */
  onProblem: (field: string, message: string) => void;
}

/** Tests the values in the form, saved or not. An error stays visible until the next test. */
export function TestButton<K extends TestKey>({ children, endpoint, body, notify, onProblem }: TestButtonProps<K>) {
  const [isTesting, setTesting] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  async function test() {
    setTesting(true);
    setFailure(null);
    try {
      notify('success', await callForMessage(endpoint, { body: body() } as Input<K>));
    } catch (error) {
      for (const [field, [message]] of Object.entries(error instanceof ApiError ? error.errors : {})) {
        if (message) onProblem(field, message);
      }
      setFailure(messageOf(error));
    } finally {
      setTesting(false);
    }
  }

  return (
    <div className="grid justify-items-start gap-3">
      <Button look="secondary" small busy={isTesting && 'Testing…'} onClick={() => void test()}>
        {children}
      </Button>
      {failure && <Banner tone="danger">{failure}</Banner>}
    </div>
  );
}
