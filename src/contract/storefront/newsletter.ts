import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { nothing } from '../envelope.ts';
import { email, linkToken } from '../fields.ts';

export const newsletterEndpoints = defineEndpoints({
  'POST /newsletter': {
    access: 'public',
    costly: true,
    summary: 'Sends a link to confirm the subscription; the answer does not tell whether the address is known',
    body: z.object({ email }),
    data: nothing,
  },
  'POST /newsletter/confirm': {
    access: 'public',
    costly: true,
    summary: 'Confirms a subscription by the link of a mail; doing so again changes nothing',
    body: z.object({ token: linkToken }),
    data: nothing,
    refusals: ['newsletter.token_invalid'],
  },
  'POST /newsletter/unsubscribe': {
    access: 'public',
    costly: true,
    summary: 'Ends a subscription by the link of a mail',
    body: z.object({ token: linkToken }),
    data: nothing,
    refusals: ['newsletter.token_invalid'],
  },
});
