import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { Banner, Button, buttonClass, EmptyState, Link, messageOf, pageTitle, Skeleton } from '#plugin/web';
import { type RequestedProduct, RequestedReview } from './requested-review.tsx';
import { api } from './reviews-data.ts';

export const meta = () => [{ title: pageTitle('Write a review') }, { name: 'robots', content: 'noindex' }];

interface Request {
  readonly order_number: string;
  readonly products: readonly RequestedProduct[];
  readonly is_void: boolean;
  readonly has_opted_out: boolean;
}

/** Opened from the mail that asks for reviews: works without signing in. */
export default function WriteReviewsPage() {
  const [query] = useSearchParams();
  const token = query.get('token') ?? '';
  const [request, setRequest] = useState<Request | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  useEffect(() => {
    if (token === '') return;
    let isGone = false;
    api.call('POST /reviews/requests', { body: { token } }).then(
      (answer) => isGone || setRequest(answer),
      (error: unknown) => isGone || setFailure(messageOf(error, 'This page could not be loaded.')),
    );
    return () => {
      isGone = true;
    };
  }, [token]);

  const problem = token === '' ? 'Please open the complete link of the email.' : failure;
  return (
    <div className="page whole-screen py-10 md:py-16">
      <div className="mx-auto max-w-2xl">
        <h1 className="text-h1">How do you like it?</h1>
        {problem && (
          <EmptyState
            icon="mail"
            title="This link does not work"
            action={
              <>
                <Link to="/dashboard/orders" className={buttonClass('primary')}>
                  Your orders
                </Link>
                <Link to="/products" className={buttonClass('secondary')}>
                  Browse products
                </Link>
              </>
            }
          >
            {problem} You can also review a product on its page, if you are logged in and have bought it.
          </EmptyState>
        )}
        {!problem && !request && (
          <div role="status" aria-label="Loading your order" className="mt-8 grid gap-4">
            <Skeleton className="h-24" />
            <Skeleton className="h-64" />
          </div>
        )}
        {request && <Requested request={request} token={token} />}
      </div>
    </div>
  );
}

function Requested({ request, token }: { request: Request; token: string }) {
  return (
    <>
      <p className="mt-3 text-muted">
        Your order {request.order_number}. A few words help other customers choose. No need to log in.
      </p>
      <div className="mt-8 grid gap-6">
        {request.products.map((product) => (
          <RequestedReview key={product.id} product={product} token={token} />
        ))}
      </div>
      {request.products.length === 0 && (
        <p className="mt-8">
          There is nothing to review any more:{' '}
          {request.is_void
            ? 'the order was cancelled or refunded.'
            : 'the shop no longer sells the products of this order.'}
        </p>
      )}
      <OptOut hasOptedOut={request.has_opted_out} token={token} />
    </>
  );
}

function OptOut({ hasOptedOut, token }: { hasOptedOut: boolean; token: string }) {
  const [answer, setAnswer] = useState(
    hasOptedOut ? 'You will not receive any more emails that ask for reviews.' : null,
  );
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const stop = async () => {
    setBusy(true);
    try {
      setAnswer(await api.callForMessage('POST /reviews/requests/opt-out', { body: { token } }));
      setFailure(null);
    } catch (error) {
      setFailure(messageOf(error, 'This could not be saved. Please try again.'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="mt-10 border-line border-t pt-6">
      {failure && (
        <Banner tone="danger" className="mb-4">
          {failure}
        </Banner>
      )}
      {answer ? (
        <p role="status" className="text-muted">
          {answer}
        </p>
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-muted">Don’t want to be asked for reviews?</p>
          <Button look="secondary" small busy={isBusy && 'Saving…'} onClick={() => void stop()}>
            Stop these emails
          </Button>
        </div>
      )}
    </div>
  );
}
