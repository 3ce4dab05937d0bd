import { ApiError, messageOf } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import type { Data, Input } from '#web/api/calls.ts';
import { saveSession } from '#web/api/saved-session.ts';
import { auth, setSignedIn, setSignedOut, type User } from './auth.ts';

/**
 * Signs in and saves the session in this browser.
 * @throws the refusal; the auth state has its message, else 'Login failed'
 */
export const logIn = (credentials: Input<'POST /auth/login'>['body']): Promise<User> =>
  enter(() => call('POST /auth/login', { body: credentials }), 'Login failed');

/**
 * The second step of a login that was refused with a challenge.
 * @throws the refusal; the auth state has its message, else 'Login failed'
 */
export const logInWithCode = (answer: Input<'POST /auth/login/code'>['body']): Promise<User> =>
  enter(() => call('POST /auth/login/code', { body: answer }), 'Login failed');

/** The challenge of a login whose code is pending. */
export function challengeOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || error.code !== 'auth.code_required') return undefined;
  return (error.data as { challenge?: string } | null)?.challenge;
}

/**
 * Creates an account and signs in.
 * @throws the refusal; the auth state has its message, else 'Registration failed'
 */
export const register = (details: Input<'POST /auth/register'>['body']): Promise<User> =>
  enter(() => call('POST /auth/register', { body: details }), 'Registration failed');

async function enter(ask: () => Promise<Data<'POST /auth/login'>>, otherwise: string): Promise<User> {
  auth.write({ loading: true, error: null });
  try {
    const session = await ask();
    if (!session) throw new ApiError(otherwise, { status: 0 });
    saveSession(session.token, session.user);
    setSignedIn(session.user);
    return session.user;
  } catch (error) {
    setSignedOut(messageOf(error, otherwise));
    throw error;
  }
}
