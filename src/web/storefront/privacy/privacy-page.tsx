import { TextPage, TextSection } from '#web/shared/frame/text-page.tsx';
import { pageMeta } from '#web/shared/page-meta.ts';
import { pageTitle } from '#web/shared/shop/shop.ts';
import { Link } from '#web/ui/link.tsx';
import type { Route } from './+types/privacy-page.ts';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: pageTitle('Privacy policy'),
    description: 'What the shop keeps about you, what for and for how long, and what it stores in your browser.',
    path: '/privacy',
  });

export default function PrivacyPage() {
  return (
    <TextPage title="Privacy policy" lead="What the shop keeps about you, what for, and for how long.">
      <TextSection id="visits" title="When you look around">
        <p>
          You can browse and fill a cart without an account; cart and wishlist then stay on your own device. The pages
          load no advertising and no trackers. The server notes technical data about requests, such as the address
          called and whether it worked, to keep the shop running and to fend off abuse.
        </p>
      </TextSection>
      <TextSection id="account" title="When you have an account">
        <p>
          We keep your name and email address, what else you enter in your profile, your cart, your wishlist and your
          orders. Your password is kept only in a form from which it cannot be read back.
        </p>
        <p>
          While you are logged in we keep your browser’s name and network address with the session. It ends with your
          logout, after a time without use, and after 30 days at the latest. Of failed logins we keep the email address
          that was typed and the network address for a day, to stop the guessing of passwords.
        </p>
        <p>
          The emails that we send stay in our outbox; the text of those that carry a link for you alone is erased when
          they are sent.
        </p>
      </TextSection>
      <TextSection id="orders" title="When you order">
        <p>
          We use your name, address and email address to deliver the order and to write to you about it, and keep them
          with the order, as the law asks of merchants.
        </p>
        <p>
          Card details go straight from your browser to the payment provider. They never reach our servers; we learn
          only whether the payment succeeded, and what is needed to refund it.
        </p>
      </TextSection>
      <TextSection id="newsletter" title="When you subscribe to our newsletter">
        <p>
          Your address is on our list once you have confirmed it with the link in our email; an address that is not
          confirmed is deleted after a week. The same link unsubscribes you and takes your address off the list at once.
          If you have lost it, enter your address in the newsletter box again, and we will send you another.
        </p>
      </TextSection>
      <TextSection id="cookies" title="Cookies and storage in your browser">
        <p>
          The shop itself sets no cookies. Your browser’s own storage holds what the shop cannot work without: your
          login, the cart and wishlist of a guest, what waits there for your login, a checkout that you have begun, and
          whether you prefer the light or the dark look. Logging out removes the login.
        </p>
        <p>On the payment step, the payment provider’s card form may store data of its own, to detect fraud.</p>
      </TextSection>
      <TextSection id="rights" title="Your rights">
        <p>
          You can see and change your data in{' '}
          <Link to="/dashboard/profile" className="link">
            your profile
          </Link>
          . Through the{' '}
          <Link to="/contact" className="link">
            contact page
          </Link>{' '}
          you can ask what we keep about you, have it corrected, or have your account deleted.
        </p>
      </TextSection>
    </TextPage>
  );
}
