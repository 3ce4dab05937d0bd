import { accountPersonalData } from '../features/account/index.ts';
import { authPersonalData } from '../features/auth/index.ts';
import { cartPersonalData } from '../features/cart/index.ts';
import { checkoutPersonalData } from '../features/checkout/index.ts';
import { contactPersonalData } from '../features/contact/index.ts';
import { mailPersonalData } from '../features/mail/index.ts';
import { newsletterPersonalData } from '../features/newsletter/index.ts';
import { orderPersonalData } from '../features/orders/index.ts';
import { paymentPersonalData } from '../features/payments/index.ts';
import { wishlistPersonalData } from '../features/wishlist/index.ts';
import type { PersonalDataOwner } from '../platform/personal-data/personal-data.ts';
import { platformPersonalData } from '../platform/personal-data/personal-data-owner.store.ts';

/** Who deletes or anonymises what when an account is deleted, in this order. */
export const PERSONAL_DATA_OWNERS: readonly PersonalDataOwner[] = [
  // The cart comes first: deleting it waits for a concurrent checkout, which then prevents the deletion.
  cartPersonalData,
  wishlistPersonalData,
  accountPersonalData,
  authPersonalData,
  platformPersonalData,
  orderPersonalData,
  paymentPersonalData,
  // After the payments: they find theirs through the owner of the checkout.
  checkoutPersonalData,
  contactPersonalData,
  newsletterPersonalData,
  mailPersonalData,
];
