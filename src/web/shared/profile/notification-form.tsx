import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { callForMessage } from '#web/api/call.ts';
import { ErrorSummary } from '#web/shared/forms/error-summary.tsx';
import { adoptSaved, useShopForm } from '#web/shared/forms/shop-form.ts';
import { useUnsavedGuard } from '#web/shared/forms/unsaved-changes.tsx';
import type { Notify } from '#web/shared/notice.tsx';
import { Unavailable } from '#web/shared/unavailable.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/field.tsx';
import { type Notifications, useNotifications } from './profile-data.ts';

export interface Choice {
  readonly name: Exclude<keyof Notifications, 'marketingPending'>;
  readonly label: string;
  /** The mails and when they are sent. */
  readonly hint: string;
}

interface NotificationFormProps {
  choices: readonly Choice[];
  notify: Notify;
}

/** Which mails the person wants. */
export function NotificationForm({ choices, notify }: NotificationFormProps) {
  const { data, error, refetch } = useNotifications();
  if (!data) return <Unavailable error={error} onRetry={() => void refetch()} className="h-48" />;
  return <Choices stored={data} choices={choices} notify={notify} />;
}

function Choices({ stored, choices, notify }: NotificationFormProps & { stored: Notifications }) {
  const client = useQueryClient();
  const { form, field, failure, attempt, submit } = useShopForm(stored, async (typed) => {
    // Send only changed values: an unticked box that is still pending must not cancel the confirmation.
    const changed = choices.filter(({ name }) => typed[name] !== stored[name]);
    const body = Object.fromEntries(changed.map(({ name }) => [name, typed[name]]));
    const message = await callForMessage('PUT /account/notifications', { body });
    notify('success', message);
    await client.invalidateQueries({ queryKey: ['GET /account/notifications'] });
    // The stored value may be unchanged and differ from the click.
    adoptSaved(form, typed, client.getQueryData<Notifications>(['GET /account/notifications']) ?? stored);
  });
  useEffect(() => form.reset(stored, { keepDirtyValues: true, keepDirty: true }), [stored, form]);
  const { isDirty, isSubmitting } = form.formState;
  const question = useUnsavedGuard(isDirty && !isSubmitting);
  return (
    <form onSubmit={submit} noValidate>
      <ErrorSummary message={failure} attempt={attempt} />
      <ul className="grid gap-3">
        {choices.map(({ name, label, hint }) => (
          <li key={name}>
            <Checkbox
              label={
                <>
                  <span className="font-semibold">{label}</span>
                  <span className="block text-muted text-small">{hint}</span>
                  {name === 'marketingEmails' && stored.marketingPending && (
                    <span className="mt-1 block text-small">
                      <Badge tone="warning">Not confirmed yet</Badge> Open the link in the email we sent to your
                      address.
                    </span>
                  )}
                </>
              }
              {...field(name)}
            />
          </li>
        ))}
      </ul>
      <Button type="submit" className="mt-5" busy={isSubmitting && 'Saving…'}>
        Save Preferences
      </Button>
      {question}
    </form>
  );
}
