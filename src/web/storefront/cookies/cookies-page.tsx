import { TextPage, TextSection } from '#web/shared/frame/text-page.tsx';
import { pageMeta } from '#web/shared/page-meta.ts';
import { titled } from '#web/shared/shop/shop.ts';
import { Link } from '#web/ui/link.tsx';
import type { Route } from './+types/cookies-page.ts';

/** What the shop stores in a browser: key, purpose and lifetime. */
const STORED = [
  ['auth_token, user', 'Keeps you logged in and shows your name', 'With your logout'],
  [
    'guest_cart, guest_cart_key, guest_wishlist',
    'Cart and wishlist of who is not logged in',
    'When you log in or empty them',
  ],
  [
    'remembered_email',
    'Your address for the next login, if you ticked “Remember me”',
    'When you log in without the tick',
  ],
  ['theme', 'The light or dark look, if you chose one', 'When you follow the system again'],
  ['Checkout draft, waiting item', 'Address and choices of a checkout under way', 'When the tab is closed'],
  ['last_cart', 'Your cart as it was last shown, to be read without a connection', 'With your logout'],
  ['Kept pages', 'Pages you have visited, to be read without a connection', 'With your logout, or a new version'],
] as const;

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: titled('Cookies'),
    description: 'The shop sets no cookies. What it stores in your browser instead, what for, and for how long.',
    path: '/cookies',
  });

export default function CookiesPage() {
  return (
    <TextPage
      title="Cookies"
      lead="The shop sets none. It stores what it cannot work without in your browser, and nothing to follow you."
    >
      <TextSection id="stored" title="What is stored">
        <table className="fact-table of-words">
          <thead>
            <tr>
              <th scope="col">Entry</th>
              <th scope="col">What for</th>
              <th scope="col">Until</th>
            </tr>
          </thead>
          <tbody>
            {STORED.map(([entry, purpose, end]) => (
              <tr key={entry}>
                <th scope="row" className="wrap-anywhere">
                  {entry}
                </th>
                <td data-label="What for">{purpose}</td>
                <td data-label="Until">{end}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </TextSection>
      <TextSection id="payment" title="At the payment">
        <p>
          On the payment step, the payment provider’s card form may store data of its own, to detect fraud. It is loaded
          there and nowhere else.
        </p>
      </TextSection>
      <TextSection id="remove" title="Removing it">
        <p>
          Logging out removes what is yours. Your browser’s settings remove the rest; the shop then starts afresh. What
          the shop itself keeps stands in the{' '}
          <Link to="/privacy" className="link">
            privacy policy
          </Link>
          .
        </p>
      </TextSection>
    </TextPage>
  );
}
