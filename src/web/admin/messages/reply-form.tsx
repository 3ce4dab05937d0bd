import { ErrorSummary } from '#web/shared/forms/error-summary.tsx';
import { adoptSaved, useShopForm } from '#web/shared/forms/shop-form.ts';
import { useUnsavedGuard } from '#web/shared/forms/unsaved-changes.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextArea } from '#web/ui/field.tsx';
import { useReply } from './messages-data.ts';

/** Writes a reply. Retrying after a lost response sends the same reply, not a second one. */
export function ReplyForm({ id, name, to, onSent }: { id: number; name: string; to: string; onSent: () => void }) {
  const reply = useReply(id);
  const { form, field, failure, attempt, submit } = useShopForm(
    { message: '' },
    async (sent) => {
      await reply.mutateAsync(sent.message);
      adoptSaved(form, sent, { message: '' });
      onSent();
    },
    { name: `reply:${id}` },
  );
  const { isDirty, isSubmitting } = form.formState;
  const question = useUnsavedGuard(isDirty && !isSubmitting);

  return (
    <form onSubmit={submit} noValidate className="grid gap-3">
      <ErrorSummary message={failure} attempt={attempt} />
      <TextArea
        label="Your reply"
        dir="auto"
        hint={`The email to ${to} begins with “Hello ${name},” and ends with their message.`}
        rows={5}
        {...field('message', { required: 'Please write a reply.' })}
      />
      <Button type="submit" small busy={isSubmitting && 'Sending...'} className="justify-self-start">
        Send reply
      </Button>
      {question}
    </form>
  );
}
