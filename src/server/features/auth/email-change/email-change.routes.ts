import type { emailChangeEndpoints } from '#contract/storefront/email-change.ts';
import { ownUserView } from '#server/features/users/index.ts';
import { type Handlers, respond } from '#server/platform/http/handler.ts';
import type { AuthServices } from '../auth-services.ts';
import { cancelEmailChange, resendEmailChange } from './request-email-change.ts';
import { undoEmailChange } from './undo-email-change.ts';

const KEPT = 'Your email address stays as it is.';
const UNDONE =
  'Your account has its old email address back. All devices were signed out, and the password no longer works.';
const CHOOSE_PASSWORD = 'Our email tells you how to choose a new one.';

export function emailChangeHandlers(services: AuthServices): Handlers<typeof emailChangeEndpoints> {
  const { db, now } = services;
  return {
    'DELETE /auth/email-change': async ({ caller, request }) =>
      respond(await ownUserView(db, await cancelEmailChange(db, { caller, request, at: now() })), KEPT),
    'POST /auth/email-change/resend': async ({ caller, request }) => {
      await resendEmailChange(services, { caller, request });
      return respond(null, 'The link to confirm your new email address is on its way.');
    },
    'POST /auth/email-change/undo': async ({ body, request }) => {
      const { user, isRestored } = await undoEmailChange(services, body.token, request);
      const undone = user.is_active ? `${UNDONE} ${CHOOSE_PASSWORD}` : UNDONE;
      return respond(null, isRestored ? undone : KEPT, user.id);
    },
  };
}
