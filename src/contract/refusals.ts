import { MAX_CUSTOM_FIELDS, MAX_CUSTOM_FILTERS } from '#domain/catalogue/custom-fields.ts';
import { HOLD_MINUTES } from '#domain/checkout/hold-limits.ts';
import { grouped } from '#domain/grouped.ts';
import { MAX_RULES, MAX_SYNONYMS } from '#domain/search/search-limits.ts';

/**
 * Every refusal of the API: its code, status and default message. A code that is missing here does not compile where it
 * is thrown. `isTransient`: the same request can succeed later without any change, so the refusal is not repeated for its
 * `Idempotency-Key`. Refusals with status 429 or 5xx always are.
 */
export const refusals = {
  'request.invalid': { status: 422, message: 'Some fields are not valid. Please check them.' },
  'request.malformed': { status: 400, message: 'The request could not be read.' },
  'request.too_deep': { status: 400, message: 'The JSON in this request is nested too deeply.' },
  'request.too_large': { status: 413, message: 'The request is too large.' },
  'request.unsupported_media_type': { status: 415, message: 'Please send JSON.' },
  'request.too_many': { status: 429, message: 'Too many requests. Please wait a moment and try again.' },
  'request.conflict': {
    status: 409,
    isTransient: true,
    message: 'The same request is still being processed. Please try again shortly.',
  },
  'idempotency.reused': { status: 422, message: 'This Idempotency-Key was already used for another request.' },
  'route.not_found': { status: 404, message: 'There is nothing at this address.' },
  'route.method_not_allowed': { status: 405, message: 'This address does not answer that method.' },
  'server.overloaded': { status: 503, message: 'The shop is very busy. Please try again in a moment.' },
  'server.unavailable': { status: 503, message: 'The shop cannot reach its database. Please try again in a moment.' },
  'server.starting': { status: 503, message: 'The shop is starting. Please try again in a moment.' },
  'server.failed': { status: 500, message: 'An unexpected error occurred' },

  'auth.required': { status: 401, message: 'Authentication required. Please log in.' },
  'auth.expired': { status: 401, message: 'Authentication expired. Please log in again.' },
  'auth.failed': { status: 401, message: 'Invalid email or password.' },
  'auth.locked': { status: 429, message: 'Too many failed attempts. Please try again later or reset your password.' },
  'auth.code_required': { status: 401, message: 'Please enter the code of your authenticator app.' },
  'auth.code_wrong': { status: 422, message: 'This code is not correct, or was used before.' },
  'auth.challenge_expired': { status: 401, message: 'This took too long. Please log in again.' },
  'auth.second_factor_needed': {
    status: 403,
    message: 'Admins of this shop have to switch on two-factor sign-in first.',
  },
  'auth.forbidden': { status: 403, message: 'You do not have permission to do this.' },
  'auth.email_taken': { status: 422, message: 'An account with this email address already exists.' },
  'auth.token_invalid': { status: 422, message: 'This link is invalid or has expired. Please request a new one.' },
  'auth.password_wrong': { status: 422, message: 'The current password is not correct.' },

  'product.not_found': { status: 404, message: 'Product not found' },
  'category.not_found': { status: 404, message: 'Category not found' },
  'product.sku_taken': { status: 409, message: 'Another product or variant has this SKU already.' },
  'product.invalid': { status: 422, message: 'Some fields are not valid. Please check them.' },
  'product.changed': {
    status: 409,
    message: 'Somebody else has changed this product in the meantime. Review it before you save.',
  },
  'product.stock_gone': {
    status: 409,
    message: 'More units have been sold in the meantime than this change leaves. Please check the stock again.',
  },
  'product.held': {
    status: 409,
    isTransient: true,
    message: `Somebody is paying for this product right now. Please try again in ${HOLD_MINUTES} minutes, or deactivate it for now.`,
  },
  'product.bulk_refused': { status: 409, message: 'Nothing was changed: some of these products do not allow it.' },
  'category.slug_taken': { status: 409, message: 'Another category has this slug already.' },
  'category.changed': {
    status: 409,
    message: 'Somebody else has changed this category in the meantime. Review it before you save.',
  },
  'category.order_changed': {
    status: 409,
    message: 'Somebody else has changed the order of these products in the meantime. Review it before you save.',
  },
  'category.has_subcategories': {
    status: 409,
    message: 'Cannot delete category because it has subcategories. Please move or delete its subcategories first.',
  },
  'category.parent_not_found': { status: 409, message: 'The category above does not exist. Please choose another.' },
  'category.loop': { status: 409, message: 'A category cannot be below itself or one of its own subcategories.' },
  'category.too_deep': { status: 409, message: 'Categories have at most three levels.' },
  'category.has_custom_fields': {
    status: 409,
    message: 'This category has custom fields of its own. Please delete them or change their category first.',
  },
  'search_synonym.not_found': { status: 404, message: 'Synonyms not found' },
  'search_synonym.invalid': { status: 422, message: 'Some fields are not valid. Please check them.' },
  'search_synonym.too_many': { status: 409, message: `A shop has at most ${grouped(MAX_SYNONYMS)} lines of synonyms.` },
  'search_synonym.changed': {
    status: 409,
    message: 'Somebody else has changed these synonyms in the meantime. Review them before you save.',
  },
  'search_rule.not_found': { status: 404, message: 'Search rule not found' },
  'search_rule.invalid': { status: 422, message: 'Some fields are not valid. Please check them.' },
  'search_rule.query_taken': { status: 409, message: 'There is a rule for this search already.' },
  'search_rule.too_many': { status: 409, message: `A shop has at most ${grouped(MAX_RULES)} search rules.` },
  'search_rule.changed': {
    status: 409,
    message: 'Somebody else has changed this rule in the meantime. Review it before you save.',
  },
  'custom_field.not_found': { status: 404, message: 'Custom field not found' },
  'custom_field.key_taken': { status: 409, message: 'Another custom field has this key already.' },
  'custom_field.changed': {
    status: 409,
    message: 'Somebody else has changed this custom field in the meantime. Review it before you save.',
  },
  'custom_field.too_many': { status: 409, message: `A shop has at most ${MAX_CUSTOM_FIELDS} custom fields.` },
  'custom_field.too_many_filters': {
    status: 409,
    message: `At most ${MAX_CUSTOM_FILTERS} custom fields can be filters.`,
  },
  'custom_field.kind_in_use': { status: 409, message: 'Products have values of this field: its kind cannot change.' },
  'custom_field.invalid': { status: 422, message: 'Some fields are not valid. Please check them.' },
  'category.not_empty': {
    status: 409,
    message:
      'Cannot delete category because it has associated products. Please remove products from this category first.',
  },
  'import.not_found': { status: 404, message: 'Import not found' },
  'import.unreadable': { status: 422, message: 'This file cannot be read as CSV.' },
  'import.busy': {
    status: 409,
    isTransient: true,
    message: 'This import is being processed. Please wait until it is done, or cancel it.',
  },
  'import.finished': {
    status: 409,
    message: 'This import is finished. To import the file again, please upload it again.',
  },
  'import.not_checked': { status: 409, message: 'Please check the file before you import it.' },
  'import.has_errors': { status: 409, message: 'Nothing was imported: some rows have errors.' },
  'import.nothing_to_do': { status: 409, message: 'Nothing in this file would change the shop.' },
  'upload.not_multipart': { status: 415, message: 'Please send the file as multipart/form-data.' },
  'upload.too_large': { status: 413, message: 'The file is too large.' },
  'upload.not_a_picture': { status: 415, message: 'Please choose a picture: JPEG, PNG, WebP, GIF or AVIF.' },
  'upload.unreadable': { status: 422, message: 'This picture cannot be read. It may be damaged.' },
  'picture.too_many_pixels': { status: 422, message: 'This picture has too many pixels.' },
  'variant.not_found': { status: 404, message: 'This variant of the product does not exist.' },
  'variant.required': { status: 422, message: 'Please choose a variant of this product.' },

  'cart.line_not_found': { status: 404, message: 'This item is not in your cart.' },
  'cart.empty': { status: 409, message: 'Your cart is empty' },
  'cart.changed': { status: 409, message: 'Your cart has changed. Please review it and try again.' },
  'cart.full': { status: 409, message: 'Your cart holds as many different items as it can.' },
  'stock.insufficient': { status: 409, message: 'There is not enough stock for this quantity.' },
  'coupon.not_found': { status: 404, message: 'This coupon code does not exist.' },
  'coupon.record_not_found': { status: 404, message: 'This coupon does not exist.' },
  'coupon.too_many_guesses': {
    status: 429,
    message: 'Too many invalid coupon codes. Please try again in a few minutes.',
  },
  'coupon.refused': { status: 409, message: 'This coupon cannot be used.' },
  'coupon.invalid': { status: 422, message: 'These conditions contradict each other.' },
  'coupon.code_taken': { status: 422, message: 'Another coupon has this code already.' },
  'coupon.changed': {
    status: 409,
    message: 'Somebody else has changed this coupon in the meantime. Review it before you save.',
  },
  'coupon.used': { status: 409, message: 'This coupon has been used. Please switch it off instead of deleting it.' },

  'wishlist.full': { status: 409, message: 'Your wishlist holds as many products as it can.' },
  'wishlist.entry_not_found': { status: 404, message: 'This product is not in your wishlist.' },

  'credit_note.not_found': { status: 404, message: 'Credit note not found' },
  'order.not_found': { status: 404, message: 'Order not found' },
  'order.changed': {
    status: 409,
    message: 'This order has changed in the meantime. Review it before you save.',
  },
  'order.not_cancellable': { status: 409, message: 'This order can no longer be cancelled.' },
  'order.mail_untrue': { status: 409, message: 'This email does not match the state of the order.' },
  'order.address_fixed': { status: 409, message: 'The address of this order can no longer be changed.' },
  'order.takes_no_payment': { status: 409, message: 'This order has been paid already, or is cancelled.' },

  'payment.method_unavailable': { status: 409, isTransient: true, message: 'This payment method is not available.' },
  'payment.not_found': { status: 404, message: 'Payment not found' },
  'payment.not_completed': { status: 409, isTransient: true, message: 'The payment has not been completed.' },
  'payment.in_progress': {
    status: 409,
    isTransient: true,
    message: 'A payment for this cart is being processed. Please wait a moment.',
  },
  'payment.already_completed': { status: 409, message: 'This cart has already been paid for.' },
  'payment.amount_unsupported': { status: 409, message: 'This amount cannot be paid by card.' },
  'payment.refunded': { status: 409, message: 'The payment was refunded because the order could not be placed.' },
  'payment.provider_failed': { status: 503, message: 'The payment provider did not answer. Please try again.' },
  'payment.signature_invalid': { status: 400, message: 'The signature of this event is not valid.' },
  'server.in_line': {
    status: 503,
    message:
      'Many customers are checking out right now. We are holding your place in line. Please try again in a moment.',
  },
  'checkout.expired': { status: 409, message: 'This checkout has expired. Please start the payment again.' },
  'checkout.too_many_pieces': { status: 409, message: 'This order has more items than we can reserve for you.' },
  'checkout.hold_limit': {
    status: 409,
    isTransient: true,
    message: 'We cannot reserve these items any longer without a payment. Please try again later.',
  },
  'checkout.price_unavailable': {
    status: 503,
    message: 'The price of this order could not be calculated, and nothing was charged. Please try again in a moment.',
  },
  'checkout.refused': { status: 422, message: 'This order cannot be placed.' },
  'checkout.not_checked': {
    status: 503,
    message: 'Your order could not be checked, and nothing was charged. Please try again in a moment.',
  },
  'hold.not_found': { status: 404, message: 'Hold not found' },
  'refund.exceeds_captured': { status: 409, message: 'The refund is larger than what is left of the payment.' },

  'email_change.none': { status: 409, message: 'There is no new email address to confirm.' },
  'newsletter.token_invalid': { status: 422, message: 'This link is invalid or has expired.' },

  'two_factor.enabled': { status: 409, message: 'Two-factor sign-in is already on.' },
  'two_factor.email_unverified': {
    status: 409,
    message: 'Please verify your email address before you switch on two-factor sign-in.',
  },
  'two_factor.not_set_up': { status: 409, message: 'Two-factor setup has not been started. Please start again.' },

  'address.not_found': { status: 404, message: 'This address is not among yours.' },
  'address.too_many': { status: 409, message: 'Your account holds as many addresses as it can.' },
  'card.not_found': { status: 404, message: 'This card is not among your saved cards. Please choose another one.' },
  'card.expired': { status: 409, message: 'This card has expired. Please use another one.' },
  'card.too_many': {
    status: 409,
    message: 'You have reached the maximum number of saved cards. Please remove one, or pay without saving.',
  },
  'picture.unreadable': { status: 415, message: 'This file is not a picture that we can read.' },
  'session.not_found': { status: 404, message: 'This device is signed out already.' },
  'settings.changed': {
    status: 409,
    message: 'Somebody else has changed these settings in the meantime. Review them before you save.',
  },
  'settings.open_payments': {
    status: 409,
    message: 'Payments or refunds are still open with the current keys. Please confirm the key change.',
  },
  'settings.currency_locked': { status: 409, message: 'The currency cannot change once the shop has orders.' },
  'plugin.unavailable': {
    status: 503,
    message: 'This part of the shop does not respond. Please try again in a moment.',
  },
  'plugin.not_found': { status: 404, message: 'The shop has no plug-in of this name.' },
  'settings.test_failed': { status: 409, isTransient: true, message: 'The connection failed.' },

  'goals.changed': {
    status: 409,
    message: 'Somebody else has changed the goals in the meantime. Review them before you save.',
  },

  'message.not_found': { status: 404, message: 'Message not found' },
  'mail.not_found': { status: 404, message: 'Email not found' },
  'mail.sent_already': { status: 409, message: 'This email has been sent already.' },
  'mail.being_sent': { status: 409, isTransient: true, message: 'This email is being sent at this moment.' },

  'backup.in_progress': {
    status: 409,
    isTransient: true,
    message: 'A backup is being written. Please wait until it is finished.',
  },
  'job.not_found': { status: 404, message: 'There is no such job.' },

  'event_delivery.not_found': {
    status: 404,
    message: 'This event was handled or dismissed in the meantime.',
  },
  'event_delivery.in_progress': {
    status: 409,
    isTransient: true,
    message: 'This event is being handled right now. Please try again in two minutes.',
  },

  'user.not_found': { status: 404, message: 'User not found' },
  'user.has_open_orders': {
    status: 409,
    message: 'The account can be deleted once its orders are shipped or cancelled.',
  },
  'user.is_paying': {
    status: 409,
    isTransient: true,
    message: 'A payment of this account is being processed. Please try again in half an hour.',
  },
  'user.own_account': { status: 409, message: 'This is your own account. You can have it deleted in your profile.' },
  'user.not_invited': {
    status: 409,
    message: 'This account needs no invitation: it is already in use, or inactive.',
  },
  'user.last_admin': { status: 409, message: 'The last active admin cannot lose access.' },
} as const satisfies Record<string, Omit<PluginRefusal, 'code'>>;

export type RefusalCode = keyof typeof refusals;

/** Refusals of an uploaded picture. */
export const PICTURE_REFUSALS = [
  'upload.not_multipart',
  'upload.too_large',
  'upload.not_a_picture',
  'upload.unreadable',
  'picture.too_many_pixels',
] as const satisfies readonly RefusalCode[];

/** A refusal beyond the list: one that a plug-in defines, named `<plugin>.<code>`. */
export interface PluginRefusal {
  readonly code: string;
  readonly status: number;
  readonly message: string;
  readonly isTransient?: boolean;
}

/** What a call can be refused with. */
export type AnyRefusal = RefusalCode | PluginRefusal;

/** Code, status and message of a refusal. */
export const describeRefusal = (refusal: AnyRefusal): PluginRefusal =>
  typeof refusal === 'string' ? { code: refusal, ...refusals[refusal] } : refusal;
