import type { authEndpoints } from '#contract/storefront/auth.ts';
import { deliverSoon } from '#server/features/mail/index.ts';
import { findUser, ownUserView } from '#server/features/users/index.ts';
import { recordOwnChange } from '#server/platform/audit/audit.store.ts';
import { inTransaction } from '#server/platform/database/database.ts';
import { type Handlers, respond } from '#server/platform/http/handler.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { endSession } from '#server/platform/sessions/sessions.store.ts';
import { sessionView } from './auth.view.ts';
import { type AuthServices, mailFrame, sendPasswordResetsSoon } from './auth-jobs.ts';
import { resendVerification, verifyEmail } from './email-change/verify-email.ts';
import { logIn } from './log-in.ts';
import { changePassword } from './passwords/change-password.ts';
import { checkNewPassword, type NewPassword } from './passwords/new-password.ts';
import { resetPassword } from './passwords/reset-password.ts';
import { insertResetRequest } from './passwords/reset-requests.store.ts';
import { registerCustomer } from './register-customer.ts';
import { updateProfile } from './update-profile.ts';

export function authHandlers(services: AuthServices): Handlers<typeof authEndpoints> {
  const { db, now, jobs, settings } = services;
  const frame = () => mailFrame(services);
  const guessLimit = async () => ({ now, maxAttempts: (await settings.get('security')).maxLoginAttempts });
  const checkPassword = async (typed: NewPassword) => {
    const { siteName: shopName } = await settings.get('site');
    await checkNewPassword(typed, { ...(await settings.get('security')), shopName });
  };
  return {
    'POST /auth/register': async ({ body, request }) => {
      await checkPassword(body);
      const { name, email, phone = null, password } = body;
      const signedIn = await registerCustomer(db, { name, email, phone, password }, await frame(), request, now());
      deliverSoon(jobs);
      return respond(await sessionView(db, signedIn), 'Registration successful', signedIn.user.id);
    },
    'POST /auth/login': async ({ body, request }) => {
      const signedIn = await logIn(db, body, await guessLimit(), request);
      return respond(await sessionView(db, signedIn), 'Login successful', signedIn.user.id);
    },
    'POST /auth/logout': async ({ caller, request }) => {
      await inTransaction(db, async (tx) => {
        await endSession(tx, caller.sessionId);
        await recordOwnChange(tx, { caller, request, at: now() }, { action: 'user.logout' });
      });
      return respond(null, 'Logged out');
    },
    'GET /auth/profile': async ({ caller }) => {
      const user = await findUser(db, caller.userId);
      if (!user) throw new Refusal('auth.expired');
      return respond(await ownUserView(db, user));
    },
    'PUT /auth/profile': async ({ caller, body, request: from }) => {
      const limit = await guessLimit();
      const { user, newEmail, hasMails } = await updateProfile(db, caller, body, { limit, from }, await frame());
      if (hasMails) deliverSoon(jobs);
      const pending = newEmail && ` Please open our email to ${newEmail}: its link confirms your new address.`;
      return respond(await ownUserView(db, user), `Profile updated successfully!${pending ?? ''}`);
    },
    'PUT /auth/password': async ({ caller, body, request }) => {
      await checkPassword(body);
      const passwords = { current: body.current_password, next: body.password };
      await changePassword(db, caller, passwords, await guessLimit(), await frame(), request);
      deliverSoon(jobs);
      return respond(null, 'Password changed successfully!');
    },
    'POST /auth/forgot-password': async ({ body }) => {
      await insertResetRequest(db, body.email, now());
      await sendPasswordResetsSoon(jobs);
      return respond(null, 'If this address has an account, a link to reset its password is on its way.');
    },
    'POST /auth/reset-password': async ({ body, request: from }) => {
      await checkPassword(body);
      const userId = await resetPassword(db, body, await frame(), { now, from });
      deliverSoon(jobs);
      return respond(null, 'Your password has been reset. Please log in.', userId);
    },
    'POST /auth/verify-email': async ({ body, request }) => {
      const { userId, isNewEmail } = await verifyEmail(db, body.token, { frame: await frame(), request, at: now() });
      deliverSoon(jobs);
      const message = isNewEmail ? 'Your new email address is confirmed.' : 'Your email address is verified.';
      return respond(null, message, userId);
    },
    'POST /auth/resend-verification': async ({ caller, request }) => {
      const isQueued = await resendVerification(db, await frame(), { caller, request, at: now() });
      if (!isQueued) return respond(null, 'Your email address is verified already.');
      deliverSoon(jobs);
      return respond(null, 'The link to verify your email address is on its way.');
    },
  };
}
