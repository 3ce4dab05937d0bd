import type { authEndpoints } from '#contract/storefront/auth.ts';
import { findUser, ownUserView } from '#server/features/users/index.ts';
import { type Handlers, respond } from '#server/platform/http/handler.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { sessionView } from './auth.view.ts';
import { sendPasswordResetsSoon } from './auth-jobs.ts';
import type { AuthServices } from './auth-services.ts';
import { resendVerification, verifyEmail } from './email-change/verify-email.ts';
import { logIn } from './log-in.ts';
import { logOut } from './log-out.ts';
import { changePassword } from './passwords/change-password.ts';
import { checkNewPassword, type NewPassword } from './passwords/new-password.ts';
import { resetPassword } from './passwords/reset-password.ts';
import { insertResetRequest } from './passwords/reset-requests.store.ts';
import { registerCustomer } from './register-customer.ts';
import { updateProfile } from './update-profile.ts';

export function authHandlers(services: AuthServices): Handlers<typeof authEndpoints> {
  const { db, now, jobs, settings } = services;
  const checkPassword = async (typed: NewPassword) => {
    const { siteName: shopName } = await settings.get('site');
    await checkNewPassword(typed, { ...(await settings.get('security')), shopName });
  };
  return {
    'POST /auth/register': async ({ body, request }) => {
      await checkPassword(body);
      const { name, email, phone = null, password } = body;
      const signedIn = await registerCustomer(services, { name, email, phone, password }, request);
      return respond(await sessionView(db, signedIn), 'Registration successful', signedIn.user.id);
    },
    'POST /auth/login': async ({ body, request }) => {
      const signedIn = await logIn(services, body, request);
      return respond(await sessionView(db, signedIn), 'Login successful', signedIn.user.id);
    },
    'POST /auth/logout': async ({ caller, request }) => {
      await logOut(db, { caller, request, at: now() });
      return respond(null, 'Logged out');
    },
    'GET /auth/profile': async ({ caller }) => {
      const user = await findUser(db, caller.userId);
      if (!user) throw new Refusal('auth.expired');
      return respond(await ownUserView(db, user));
    },
    'PUT /auth/profile': async ({ caller, body, request }) => {
      const { user, newEmail } = await updateProfile(services, body, { caller, request });
      const pending = newEmail && ` Please open our email to ${newEmail}: its link confirms your new address.`;
      return respond(await ownUserView(db, user), `Profile updated successfully!${pending ?? ''}`);
    },
    'PUT /auth/password': async ({ caller, body, request }) => {
      await checkPassword(body);
      const passwords = { current: body.current_password, next: body.password };
      await changePassword(services, passwords, { caller, request });
      return respond(null, 'Password changed successfully!');
    },
    'POST /auth/forgot-password': async ({ body }) => {
      await insertResetRequest(db, body.email, now());
      await sendPasswordResetsSoon(jobs);
      return respond(null, 'If this address has an account, a link to reset its password is on its way.');
    },
    'POST /auth/reset-password': async ({ body, request }) => {
      await checkPassword(body);
      const userId = await resetPassword(services, body, request);
      return respond(null, 'Your password has been reset. Please log in.', userId);
    },
    'POST /auth/verify-email': async ({ body, request }) => {
      const { userId, isNewEmail } = await verifyEmail(services, body.token, request);
      const message = isNewEmail ? 'Your new email address is confirmed.' : 'Your email address is verified.';
      return respond(null, message, userId);
    },
    'POST /auth/resend-verification': async ({ caller, request }) => {
      const isQueued = await resendVerification(services, { caller, request });
      if (!isQueued) return respond(null, 'Your email address is verified already.');
      return respond(null, 'The link to verify your email address is on its way.');
    },
  };
}
