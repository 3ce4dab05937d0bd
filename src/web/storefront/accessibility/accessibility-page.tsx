import { TextPage, TextSection } from '#web/shared/frame/text-page.tsx';
import { pageMeta } from '#web/shared/page-meta.ts';
import { pageTitle, shop } from '#web/shared/shop/shop.ts';
import { Link } from '#web/ui/link.tsx';
import type { Route } from './+types/accessibility-page.ts';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: pageTitle('Accessibility'),
    description: 'How this shop works with a keyboard, a screen reader and large text, and what to do if it does not.',
    path: '/accessibility',
  });

export default function AccessibilityPage() {
  const { contactEmail, supportPhone } = shop();
  return (
    <TextPage title="Accessibility" lead="Everybody should be able to find, buy and return something here.">
      <TextSection id="standard" title="What we aim for">
        <p>
          The shop is built to meet the Web Content Accessibility Guidelines (WCAG) 2.2 at level AA. Every page is
          checked by machine in the light and the dark theme and on a phone, and every guideline has been gone through
          by hand.
        </p>
      </TextSection>
      <TextSection id="features" title="What you can expect">
        <ul className="list-disc space-y-2 pl-5">
          <li>Everything works with a keyboard, and you always see where you are.</li>
          <li>Pages have headings, landmarks and a link that skips to the content; pictures and fields have names.</li>
          <li>Messages, such as “added to cart” or what is wrong with a field, are read out.</li>
          <li>Text can be enlarged to 400%. Nothing needs sideways scrolling on a screen 320 pixels wide.</li>
          <li>The shop follows your system’s theme, contrast and reduced-motion settings. What moves can be paused.</li>
          <li>You can paste passwords and codes, and your browser can fill in names, addresses and cards.</li>
          <li>Buttons and links are large enough to be tapped, and nothing has to be dragged.</li>
        </ul>
      </TextSection>
      <TextSection id="limits" title="What does not work well yet">
        <ul className="list-disc space-y-2 pl-5">
          <li>Invoices as PDF files have no structure for screen readers. The order’s page shows the same content.</li>
          <li>Pictures that customers add to reviews are described only by their review.</li>
          <li>Card and PayPal forms come from their providers, whose statements apply to them.</li>
        </ul>
      </TextSection>
      <TextSection id="contact" title="Tell us">
        <p>
          If something stops you, please{' '}
          <Link to="/contact?subject=support" className="link">
            write to us
          </Link>
          , send an email to{' '}
          <a href={`mailto:${contactEmail}`} className="link">
            {contactEmail}
          </a>
          {supportPhone !== '' && (
            <>
              {' '}
              or call <span className="whitespace-nowrap">{supportPhone}</span>
            </>
          )}
          . We help you with your order, and we fix the page.
        </p>
      </TextSection>
    </TextPage>
  );
}
