import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { messageOf } from '#web/api/api-error.ts';
import { callForMessage } from '#web/api/call.ts';
import { markLogout } from '#web/api/saved-session.ts';
import { setSignedOut } from '#web/shared/auth/auth.ts';
import { IncompleteLink } from '#web/shared/frame/incomplete-link.tsx';
import { NarrowPage } from '#web/shared/frame/narrow-page.tsx';
import { pageTitle } from '#web/shared/shop/shop.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Link } from '#web/ui/link.tsx';

export const meta = () => [{ title: pageTitle('Delete your account') }, { name: 'robots', content: 'noindex' }];

/** Requires a click: mail scanners that open links must not delete accounts. */
export default function DeleteAccountPage() {
  const [query] = useSearchParams();
  const token = query.get('token') ?? '';
  return (
    <NarrowPage title="Delete your account">
      {token === '' ? <IncompleteLink to="/dashboard/security" /> : <Deletion token={token} />}
    </NarrowPage>
  );
}

function Deletion({ token }: { token: string }) {
  const [answer, setAnswer] = useState<{ text: string; isDeleted: boolean } | null>(null);
  const [isBusy, setBusy] = useState(false);

  const confirm = async () => {
    setBusy(true);
    try {
      const text = await callForMessage('POST /account/deletion/confirm', { body: { token } });
      markLogout();
      setSignedOut();
      setAnswer({ text, isDeleted: true });
    } catch (error) {
      setAnswer({ text: messageOf(error), isDeleted: false });
    } finally {
      setBusy(false);
    }
  };

  return (
    <>
      {answer && (
        <Banner tone={answer.isDeleted ? 'success' : 'danger'} className="mb-6">
          {answer.text}
        </Banner>
      )}
      {answer?.isDeleted ? (
        <>
          <p className="mb-6">
            Your profile, addresses, wishlist, cart and emails are deleted. Thank you for shopping with us.
          </p>
          <Link to="/" className={buttonClass('primary')}>
            Back to the shop
          </Link>
        </>
      ) : (
        <>
          <p className="mb-6">
            Your profile, addresses, wishlist, cart and emails will be removed. Orders stay in our records without your
            name and address. This cannot be undone.
          </p>
          <div className="flex flex-wrap gap-3">
            <Button look="danger" busy={isBusy && 'Deleting…'} onClick={() => void confirm()}>
              Delete my account
            </Button>
            <Link to="/" className={buttonClass('secondary')}>
              Keep account
            </Link>
          </div>
        </>
      )}
    </>
  );
}
