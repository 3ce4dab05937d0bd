import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { noData } from '../envelope.ts';
import { email, linkToken } from '../fields.ts';

export const newsletterEndpoints = defineEndpoints({
  'POST /newsletter': {
    access: 'public',
    costly: true,
    summary: 'Sends a link to confirm the subscription; the response does not reveal whether the address is known',
    body: z.object({ email }),
    data: noData,
  },
  'POST /newsletter/confirm': {
    access: 'public',
    costly: true,
    summary: 'Confirms a subscription with a mailed link; repeating it has no effect',
    body: z.object({ token: linkToken }),
    data: noData,
    refusals: ['newsletter.token_invalid'],
  },
  'POST /newsletter/unsubscribe': {
    access: 'public',
    costly: true,
    summary: 'Ends a subscription with a mailed link',
    body: z.object({ token: linkToken }),
    data: noData,
    refusals: ['newsletter.token_invalid'],
  },
});
