import { useRef } from 'react';
import { ErrorSummary } from '#web/shared/forms/error-summary.tsx';
import { useShopForm } from '#web/shared/forms/shop-form.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';

interface PasswordQuestionProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  children: React.ReactNode;
  /** Names the consequences. */
  actionLabel: string;
  look?: 'primary' | 'danger';
  /** @throws an error whose message the dialog shows */
  act: (password: string) => Promise<void>;
}

/** Asks for the password before an action that an unattended browser must not allow. */
export function PasswordQuestion({ isOpen, onClose, title, act, ...rest }: PasswordQuestionProps) {
  const isActing = useRef(false);
  const actOnce = async (password: string) => {
    isActing.current = true;
    await act(password).finally(() => {
      isActing.current = false;
    });
  };
  return (
    <Dialog isOpen={isOpen} onClose={onClose} mayClose={() => !isActing.current} title={title}>
      <Question {...rest} act={actOnce} onClose={onClose} />
    </Dialog>
  );
}

function Question({
  children,
  actionLabel,
  look = 'primary',
  act,
  onClose,
}: Omit<PasswordQuestionProps, 'isOpen' | 'title'>) {
  const { form, field, failure, attempt, submit } = useShopForm({ current_password: '' }, (typed) =>
    act(typed.current_password),
  );
  const { isSubmitting } = form.formState;
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <div className="text-muted">{children}</div>
      <ErrorSummary message={failure} attempt={attempt} />
      <PasswordField
        label="Your password"
        autoComplete="current-password"
        data-first-focus
        {...field('current_password', { required: 'Please enter your password.' })}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="secondary" disabled={isSubmitting} onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" look={look} busy={isSubmitting && 'One moment…'}>
          {actionLabel}
        </Button>
      </div>
    </form>
  );
}
