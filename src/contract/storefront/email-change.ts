import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { noData } from '../envelope.ts';
import { linkToken } from '../fields.ts';
import { ownUser } from './auth.ts';

/** A change is requested by `PUT /auth/profile` and confirmed by `POST /auth/verify-email`. */
export const emailChangeEndpoints = defineEndpoints({
  'DELETE /auth/email-change': {
    access: 'customer',
    storesResponse: false,
    summary: 'Cancels the pending change of the email address, if there is one',
    data: ownUser,
  },
  'POST /auth/email-change/resend': {
    access: 'customer',
    storesResponse: false,
    costly: true,
    summary: 'Sends the link that confirms the pending address again',
    data: noData,
    refusals: ['email_change.none'],
  },
  'POST /auth/email-change/undo': {
    access: 'public',
    storesResponse: false,
    costly: true,
    summary:
      'Cancels or undoes a change with the link mailed to the old address; undoing it ends all sessions, resets the password and removes a second factor set up less than three days before the request, or since',
    body: z.object({ token: linkToken }),
    data: noData,
    refusals: ['auth.token_invalid', 'auth.email_taken'],
  },
});
