import type { twoFactorEndpoints } from '#contract/storefront/two-factor.ts';
import { type Handlers, respond } from '#server/platform/http/handler.ts';
import { sessionView } from '../auth.view.ts';
import type { AuthServices } from '../auth-services.ts';
import { logInWithCode } from './log-in-with-code.ts';
import { beginTwoFactor, confirmTwoFactor, endTwoFactor, renewRecoveryCodes } from './set-up-two-factor.ts';
import { countRecoveryCodes, findTwoFactor } from './two-factor.store.ts';

export function twoFactorHandlers(services: AuthServices): Handlers<typeof twoFactorEndpoints> {
  const { db } = services;
  return {
    'POST /auth/login/code': async ({ body, request }) => {
      const signedIn = await logInWithCode(services, body, request);
      return respond(await sessionView(db, signedIn), 'Login successful', signedIn.user.id);
    },
    'GET /auth/two-factor': async ({ caller: { userId, needsSecondFactor } }) =>
      respond({
        is_enabled: Boolean((await findTwoFactor(db, userId))?.confirmed_at),
        is_required: needsSecondFactor,
        recovery_codes_left: await countRecoveryCodes(db, userId),
      }),
    'POST /auth/two-factor/setup': async ({ caller, body, request }) =>
      respond(await beginTwoFactor(services, body.current_password, { caller, request })),
    'POST /auth/two-factor/confirm': async ({ caller, body, request }) => {
      const recovery_codes = await confirmTwoFactor(services, body.code, { caller, request });
      return respond({ recovery_codes }, 'Two-factor sign-in is on. Your other devices were signed out.');
    },
    'POST /auth/two-factor/recovery-codes': async ({ caller, body, request }) =>
      respond({ recovery_codes: await renewRecoveryCodes(services, body.current_password, { caller, request }) }),
    'POST /auth/two-factor/disable': async ({ caller, body, request }) => {
      await endTwoFactor(services, body.current_password, { caller, request });
      return respond(null, 'Two-factor sign-in is off.');
    },
  };
}
