import { defineRefusals } from '#plugin';

export const collectionRefusals = defineRefusals('collections', {
  not_found: { status: 404, message: 'This collection does not exist.' },
  slug_taken: { status: 409, message: 'Another collection has this slug already.' },
  picture_unknown: { status: 422, message: 'This picture is no longer there. Please upload it again.' },
  changed: {
    status: 409,
    message: 'Somebody else has changed this collection in the meantime. Review it before you save.',
  },
});
