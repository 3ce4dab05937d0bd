import { defineSettings } from '#plugin';

export const settings = defineSettings({
  title: 'Questions',
  fields: {
    isOn: { kind: 'boolean', label: 'Customers can ask questions', default: true },
    remindDays: { kind: 'integer', label: 'Days until a reminder', hint: 'In the log.', default: 2, min: 1, max: 30 },
  },
});
