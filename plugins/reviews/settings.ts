import { defineSettings } from '#plugin';

export const settings = defineSettings({
  title: 'Reviews',
  fields: {
    isEnabled: {
      kind: 'boolean',
      label: 'Reviews on product pages',
      hint: 'Customers read reviews and write about products that they bought. When it is off, products keep their stars.',
      default: false,
    },
    needsApproval: {
      kind: 'boolean',
      label: 'Approve reviews before they are shown',
      hint: 'New and edited reviews wait under Reviews until you publish them.',
      default: true,
    },
    sendsRequests: {
      kind: 'boolean',
      label: 'Ask for reviews by email',
      hint: 'One email for each delivered order. Customers can stop these emails with a link in them.',
      default: true,
    },
    requestDays: {
      kind: 'integer',
      label: 'Days between delivery and email',
      default: 7,
      min: 0,
      max: 60,
    },
  },
});
