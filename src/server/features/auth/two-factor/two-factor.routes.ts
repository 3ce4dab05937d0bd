import type { twoFactorEndpoints } from '#contract/storefront/two-factor.ts';
import { deliverSoon } from '#server/features/mail/index.ts';
import { type Caller, type Handlers, type RequestFacts, respond } from '#server/platform/http/handler.ts';
import { sessionView } from '../auth.view.ts';
import { type AuthServices, mailFrame } from '../auth-jobs.ts';
import { logInWithCode } from './log-in-with-code.ts';
import {
  beginTwoFactor,
  confirmTwoFactor,
  endTwoFactor,
  renewRecoveryCodes,
  type TwoFactorChange,
} from './set-up-two-factor.ts';
import { countRecoveryCodes, findTwoFactor } from './two-factor.store.ts';

export function twoFactorHandlers(services: AuthServices): Handlers<typeof twoFactorEndpoints> {
  const { db, now, jobs, settings, sealer } = services;
  const guessLimit = async () => ({ now, maxAttempts: (await settings.get('security')).maxLoginAttempts });
  const changeOf = async (caller: Caller, request: RequestFacts): Promise<TwoFactorChange> => ({
    db,
    sealer,
    caller,
    request,
    limit: await guessLimit(),
    frame: await mailFrame(services),
  });
  return {
    'POST /auth/login/code': async ({ body, request }) => {
      const signedIn = await logInWithCode({ db, sealer }, body, await guessLimit(), request);
      return respond(await sessionView(db, signedIn), 'Login successful', signedIn.user.id);
    },
    'GET /auth/two-factor': async ({ caller: { userId, needsSecondFactor } }) =>
      respond({
        is_enabled: Boolean((await findTwoFactor(db, userId))?.confirmed_at),
        is_required: needsSecondFactor,
        recovery_codes_left: await countRecoveryCodes(db, userId),
      }),
    'POST /auth/two-factor/setup': async ({ caller, body, request }) =>
      respond(await beginTwoFactor(await changeOf(caller, request), body.current_password)),
    'POST /auth/two-factor/confirm': async ({ caller, body, request }) => {
      const recovery_codes = await confirmTwoFactor(await changeOf(caller, request), body.code);
      deliverSoon(jobs);
      return respond({ recovery_codes }, 'Two-factor sign-in is on. Your other devices were signed out.');
    },
    'POST /auth/two-factor/recovery-codes': async ({ caller, body, request }) =>
      respond({ recovery_codes: await renewRecoveryCodes(await changeOf(caller, request), body.current_password) }),
    'POST /auth/two-factor/disable': async ({ caller, body, request }) => {
      await endTwoFactor(await changeOf(caller, request), body.current_password);
      deliverSoon(jobs);
      return respond(null, 'Two-factor sign-in is off.');
    },
  };
}
