import { z } from 'zod';
import { CONTACT_SUBJECTS } from '#domain/accounts/contact-subject.ts';
import { defineEndpoints } from '../endpoint.ts';
import { noData } from '../envelope.ts';
import { email, multiLine, singleLine } from '../fields.ts';

export const contactSubject = z.enum(CONTACT_SUBJECTS, 'Please choose a subject.');

/** Long enough for any message, short enough for an inbox. */
export const MAX_MESSAGE_LENGTH = 5_000;

export const contactEndpoints = defineEndpoints({
  'POST /contact': {
    access: 'public',
    costly: true,
    status: 201,
    summary: 'Sends a message to the shop (back-office §2, Contact)',
    body: z.object({
      name: singleLine(1, 100),
      email,
      subject: contactSubject,
      message: multiLine(1, MAX_MESSAGE_LENGTH),
      /** Honeypot: a message with this field filled in gets a success response and is discarded. */
      website: z.string().max(500).optional(),
    }),
    data: noData,
  },
});
