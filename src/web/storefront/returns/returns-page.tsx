import { TextPage, TextSection } from '#web/shared/frame/text-page.tsx';
import { pageMeta } from '#web/shared/page-meta.ts';
import { pageTitle } from '#web/shared/shop/shop.ts';
import { Link } from '#web/ui/link.tsx';
import type { Route } from './+types/returns-page.ts';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: pageTitle('Returns'),
    description: 'Thirty days to change your mind: how to send something back, and when the refund comes.',
    path: '/returns',
  });

export default function ReturnsPage() {
  return (
    <TextPage title="Returns" lead="Thirty days to change your mind, counted from the day of delivery.">
      <TextSection id="before" title="Before it is shipped">
        <p>
          Cancel the order yourself under{' '}
          <Link to="/dashboard/orders" className="link">
            your orders
          </Link>
          . You are refunded in full to your original payment method.
        </p>
      </TextSection>
      <TextSection id="after" title="After it has arrived">
        <p>
          Within 30 days,{' '}
          <Link to="/contact?subject=support" className="link">
            write to us
          </Link>{' '}
          with your order number and what you would like to return. We reply within 24 hours and tell you where to send
          it. Please return items unused and in their packaging.
        </p>
      </TextSection>
      <TextSection id="refund" title="The refund">
        <p>
          We refund your original payment method when the parcel has reached us. You get an email, and the order in your
          account shows the amount. Your bank may take a few days to show it.
        </p>
      </TextSection>
      <TextSection id="damaged" title="Broken, wrong or missing">
        <p>
          Tell us, with a picture if you can. We send a replacement or refund you, and the return costs you nothing.
        </p>
      </TextSection>
    </TextPage>
  );
}
