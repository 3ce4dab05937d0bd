import { USER_LIMITS } from '#domain/form-limits.ts';
import { callForMessage } from '#web/api/call.ts';
import { FormDialog } from '#web/shared/forms/form-dialog.tsx';
import { useShopForm } from '#web/shared/forms/shop-form.ts';
import type { Notify } from '#web/shared/notice.tsx';
import { TextArea, TextField } from '#web/ui/field.tsx';
import type { AdminUser } from './users-data.ts';

/** Sends a mail from the shop to a user. */
export function MailDialog({ user, onClose, notify }: { user: AdminUser; onClose: () => void; notify: Notify }) {
  const shopForm = useShopForm(
    { subject: '', message: `Hello ${user.name},\n\n` },
    async (body) => {
      const message = await callForMessage('POST /admin/users/{id}/mail', { params: { id: user.id }, body });
      onClose();
      notify('success', message);
    },
    { otherwise: 'Failed to send email', name: `mail:${user.id}` },
  );
  const { field } = shopForm;
  return (
    <FormDialog
      title={`Email to ${user.name}`}
      saveLabel="Send Email"
      savingLabel="Sending…"
      shopForm={shopForm}
      onClose={onClose}
    >
      <p className="text-muted wrap-anywhere">To {user.email}, from the shop’s address</p>
      <TextField
        label="Subject"
        maxLength={USER_LIMITS.mailSubject}
        dir="auto"
        {...field('subject', { required: 'Please enter a subject.' })}
      />
      <TextArea
        label="Message"
        dir="auto"
        rows={10}
        maxLength={USER_LIMITS.mailMessage}
        {...field('message', { required: 'Please write a message.' })}
      />
    </FormDialog>
  );
}
