import type { Contract } from '#contract/endpoint.ts';
import type { CallKey } from '#contract/index.ts';
import type { SecurityEvent, SecurityEventTables } from './platform/http/security-log.ts';

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
  'PUT /admin/plugins/{plugin}/settings': 'admin.settings.changed',
  'POST /admin/settings/payment/test': 'admin.settings.tested',
  'POST /admin/settings/email/test': 'admin.settings.tested',
  'GET /admin/orders/export': 'admin.data.exported',
  'GET /admin/users/export': 'admin.data.exported',
};

const OF_REFUSAL: SecurityEventTables['ofRefusal'] = {
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
  return { ofCall: { ...OF_CALL, ...Object.fromEntries(ofPlugins) }, ofRefusal: OF_REFUSAL };
}
