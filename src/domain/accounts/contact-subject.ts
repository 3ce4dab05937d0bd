/** Subjects of a message to the shop (back-office §3), with their labels. */
export const CONTACT_SUBJECTS = ['general', 'support', 'billing', 'shipping', 'partnership', 'other'] as const;

export type ContactSubject = (typeof CONTACT_SUBJECTS)[number];

const LABELS: Readonly<Record<ContactSubject, string>> = {
  general: 'General inquiry',
  support: 'Customer support',
  billing: 'Billing',
  shipping: 'Shipping',
  partnership: 'Partnership',
  other: 'Other',
};

export const contactSubjectLabel = (subject: ContactSubject): string => LABELS[subject];
