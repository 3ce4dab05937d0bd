import type { Contract } from '#contract/endpoint.ts';
import type { CallKey } from '#contract/index.ts';
import type { RefusalCode } from '#contract/refusals.ts';
import type { SecurityEventTables } from '../platform/http/security-log.ts';

/**
 * Every event of the security log with its outcome, modelled on OWASP's logging vocabulary. Described in
 * docs/security-events.md.
 */
export const SECURITY_EVENTS = {
  'auth.registered': 'success',
  'auth.login.succeeded': 'success',
  'auth.login.code_required': 'success',
  'auth.login.failed': 'failure',
  'auth.login.locked': 'failure',
  'auth.logout': 'success',
  'auth.password.changed': 'success',
  'auth.password.reset_requested': 'success',
  'auth.password.reset': 'success',
  'auth.password.wrong': 'failure',
  'auth.link.rejected': 'failure',
  'auth.email.verified': 'success',
  'auth.email.change_cancelled': 'success',
  'auth.email.change_undone': 'success',
  'auth.two_factor.enabled': 'success',
  'auth.two_factor.disabled': 'success',
  'auth.two_factor.codes_renewed': 'success',
  'auth.two_factor.failed': 'failure',
  'auth.sessions.revoked': 'success',
  'account.deletion.requested': 'success',
  'account.deleted': 'success',
  'admin.access.denied': 'failure',
  'admin.user.created': 'success',
  'admin.user.invited': 'success',
  'admin.user.role_changed': 'success',
  'admin.user.status_changed': 'success',
  'admin.user.deleted': 'success',
  'admin.settings.changed': 'success',
  'admin.settings.tested': 'success',
  'admin.settings.test_failed': 'failure',
  'admin.data.exported': 'success',
  'coupon.guesses_limited': 'failure',
  'rate_limit.exceeded': 'failure',
  'upload.rejected': 'failure',
  'webhook.signature.rejected': 'failure',
  'csp.violated': 'failure',
} as const satisfies Record<string, 'success' | 'failure'>;

type SecurityEvent = keyof typeof SECURITY_EVENTS;

/** Security events of successful requests. */
const OF_CALL: { readonly [K in CallKey]?: SecurityEvent } = {
  'POST /auth/register': 'auth.registered',
  'POST /auth/login': 'auth.login.succeeded',
  'POST /auth/login/code': 'auth.login.succeeded',
  'POST /auth/logout': 'auth.logout',
  'PUT /auth/password': 'auth.password.changed',
  'POST /auth/forgot-password': 'auth.password.reset_requested',
  'POST /auth/reset-password': 'auth.password.reset',
  'POST /auth/verify-email': 'auth.email.verified',
  'DELETE /auth/email-change': 'auth.email.change_cancelled',
  'POST /auth/email-change/undo': 'auth.email.change_undone',
  'POST /auth/two-factor/confirm': 'auth.two_factor.enabled',
  'POST /auth/two-factor/disable': 'auth.two_factor.disabled',
  'POST /auth/two-factor/recovery-codes': 'auth.two_factor.codes_renewed',
  'DELETE /account/sessions': 'auth.sessions.revoked',
  'DELETE /account/sessions/{id}': 'auth.sessions.revoked',
  'POST /account/deletion': 'account.deletion.requested',
  'POST /account/deletion/confirm': 'account.deleted',
  'POST /admin/users': 'admin.user.created',
  'POST /admin/users/{id}/invitation': 'admin.user.invited',
  'PUT /admin/users/{id}/role': 'admin.user.role_changed',
  'PUT /admin/users/{id}/status': 'admin.user.status_changed',
  'DELETE /admin/users/{id}': 'admin.user.deleted',
  'PUT /admin/settings/site': 'admin.settings.changed',
  'PUT /admin/settings/payment': 'admin.settings.changed',
  'PUT /admin/settings/shipping': 'admin.settings.changed',
  'PUT /admin/settings/email': 'admin.settings.changed',
  'PUT /admin/settings/security': 'admin.settings.changed',
  'PUT /admin/settings/data': 'admin.settings.changed',
  'PUT /admin/plugins/{plugin}/settings': 'admin.settings.changed',
  'POST /admin/plugins/{plugin}/test': 'admin.settings.tested',
  'POST /admin/settings/payment/test': 'admin.settings.tested',
  'POST /admin/settings/email/test': 'admin.settings.tested',
  'GET /admin/orders/export': 'admin.data.exported',
  'GET /admin/users/export': 'admin.data.exported',
  'GET /admin/products/export': 'admin.data.exported',
  'GET /admin/analytics/export': 'admin.data.exported',
  'GET /admin/reports/orders': 'admin.data.exported',
};

const OF_REFUSAL: { readonly [C in RefusalCode]?: SecurityEvent } = {
  'auth.failed': 'auth.login.failed',
  'auth.locked': 'auth.login.locked',
  'auth.code_required': 'auth.login.code_required',
  'auth.code_wrong': 'auth.two_factor.failed',
  'auth.password_wrong': 'auth.password.wrong',
  'auth.token_invalid': 'auth.link.rejected',
  'auth.forbidden': 'admin.access.denied',
  'auth.second_factor_needed': 'admin.access.denied',
  'coupon.too_many_guesses': 'coupon.guesses_limited',
  'request.too_many': 'rate_limit.exceeded',
  'upload.not_multipart': 'upload.rejected',
  'upload.too_large': 'upload.rejected',
  'upload.not_a_picture': 'upload.rejected',
  'upload.unreadable': 'upload.rejected',
  'picture.unreadable': 'upload.rejected',
  'picture.too_many_pixels': 'upload.rejected',
  'import.unreadable': 'upload.rejected',
  'payment.signature_invalid': 'webhook.signature.rejected',
  'settings.test_failed': 'admin.settings.test_failed',
};

/** @param plugins the endpoints of plug-ins: every list that leaves the back office as a file is an event */
export function securityEventTables(plugins: Contract): SecurityEventTables {
  const exports = Object.entries(plugins).filter(([, { access, sends }]) => access === 'admin' && sends !== undefined);
  const ofPlugins = exports.map(([key]) => [key, 'admin.data.exported'] as const);
  return { outcomes: SECURITY_EVENTS, ofCall: { ...OF_CALL, ...Object.fromEntries(ofPlugins) }, ofRefusal: OF_REFUSAL };
}
