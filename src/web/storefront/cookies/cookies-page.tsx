import { TextPage, TextSection } from '#web/shared/frame/text-page.tsx';
import { pageMeta } from '#web/shared/page-meta.ts';
import { pageTitle } from '#web/shared/shop/shop.ts';
import { Link } from '#web/ui/link.tsx';
import type { Route } from './+types/cookies-page.ts';

/** What the shop stores in a browser: key, purpose and lifetime. */
const STORED = [
  ['auth_token, user', 'Keeps you logged in and shows your name', 'With your logout'],
  ['logged_out', 'Tells other tabs that you have logged out', 'When you log in again'],
  [
    'guest_cart, guest_cart_key, guest_wishlist',
    'Cart and wishlist while you are not logged in',
    'When you log in or empty them',
  ],
  [
    'remembered_email',
    'Your address for the next login, if you ticked “Remember me”',
    'When you log in without the tick',
  ],
  ['theme', 'The light or dark theme, if you chose one', 'When you choose the system theme again'],
  ['recently_viewed', 'The products whose pages you opened last', 'When you clear the list'],
  ['Checkout draft, pending item', 'Address and choices of an open checkout', 'When the tab is closed'],
  ['last_cart', 'Your last cart, for reading offline', 'With your logout'],
  ['Saved pages', 'Pages you have visited, for reading offline', 'With your logout, or a new version'],
] as const;

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: pageTitle('Cookies'),
    description: 'The shop sets no cookies. What it stores in your browser instead, what for, and for how long.',
    path: '/cookies',
  });

export default function CookiesPage() {
  return (
    <TextPage
      title="Cookies"
      lead="The shop sets none. It stores only what it needs in your browser, and nothing to track you."
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
      <TextSection id="payment" title="During payment">
        <p>
          On the payment step, the payment provider’s card form may store data of its own, to detect fraud. It is loaded
          there and nowhere else.
        </p>
      </TextSection>
      <TextSection id="remove" title="Removing data">
        <p>
          Logging out removes your data. Your browser’s settings remove the rest; the shop then starts afresh. What the
          shop itself stores is described in the{' '}
          <Link to="/privacy" className="link">
            privacy policy
          </Link>
          .
        </p>
      </TextSection>
    </TextPage>
  );
}
