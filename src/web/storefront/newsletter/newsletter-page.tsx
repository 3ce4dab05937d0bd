import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { messageOf } from '#web/api/api-error.ts';
import { callForMessage } from '#web/api/call.ts';
import { NarrowPage } from '#web/shared/frame/narrow-page.tsx';
import { pageTitle } from '#web/shared/shop/shop.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';

export const meta = () => [{ title: pageTitle('Newsletter') }, { name: 'robots', content: 'noindex' }];

type Step = 'confirm' | 'unsubscribe';

interface LinkResult {
  readonly step: Step;
  readonly text: string;
  readonly isFailure: boolean;
}

/** Target of newsletter links: subscribes or unsubscribes. */
export default function NewsletterPage() {
  const [query] = useSearchParams();
  const token = query.get('token') ?? '';
  const [answer, setAnswer] = useState<LinkResult>();
  const [busy, setBusy] = useState<Step>();

  const take = async (step: Step) => {
    setBusy(step);
    try {
      const text = await callForMessage(`POST /newsletter/${step}`, { body: { token } });
      setAnswer({ step, text, isFailure: false });
    } catch (error) {
      setAnswer({ step, text: messageOf(error), isFailure: true });
    } finally {
      setBusy(undefined);
    }
  };

  const done = answer?.isFailure ? undefined : answer?.step;
  return (
    <NarrowPage title="Newsletter">
      {answer && (
        <Banner tone={answer.isFailure ? 'danger' : 'success'} className="mb-6">
          {answer.text}
        </Banner>
      )}
      {token === '' ? (
        <p>To subscribe, enter your address at the end of this page and open the link in our email.</p>
      ) : (
        <>
          {!answer && (
            <p className="mb-6">Would you like to get our newsletter at the address to which we sent the email?</p>
          )}
          <div className="flex flex-wrap gap-3">
            {!done && (
              <Button
                onClick={() => take('confirm')}
                disabled={Boolean(busy)}
                busy={busy === 'confirm' && 'Confirming…'}
              >
                Confirm subscription
              </Button>
            )}
            {done !== 'unsubscribe' && (
              <Button
                look="secondary"
                onClick={() => take('unsubscribe')}
                disabled={Boolean(busy)}
                busy={busy === 'unsubscribe' && 'Unsubscribing…'}
              >
                Unsubscribe
              </Button>
            )}
          </div>
        </>
      )}
    </NarrowPage>
  );
}
