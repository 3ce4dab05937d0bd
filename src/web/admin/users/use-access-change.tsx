import { type ReactNode, useState } from 'react';
import type { Notify } from '#web/shared/notice.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { useSavingIds } from '../shared/use-saving-ids.ts';
import { type AccessChange, type AdminUser, accessFailure, useChangeAccess } from './users-data.ts';

interface PendingChange {
  readonly user: AdminUser;
  readonly change: AccessChange;
}

export interface AccessChanger {
  /** Changes immediately, or asks first if somebody loses or gains access. */
  readonly request: (user: AdminUser, change: AccessChange) => void;
  readonly isSaving: (id: number) => boolean;
  /** The confirmation dialog; render it in the page. */
  readonly question: ReactNode;
}

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Changes role and status of accounts, with confirmation before and a notice after. */
export function useAccessChange(notify: Notify): AccessChanger {
  const [pending, setPending] = useState<PendingChange | null>(null);
  const { mutateAsync: changeAccess } = useChangeAccess();
  const { isSaving, track } = useSavingIds();

  const save = async (wanted: PendingChange) => {
    const { user, change } = wanted;
    try {
      const changed = await track(user.id, changeAccess({ id: user.id, change }));
      const word = change.part === 'status' ? changed.status : changed.role;
      notify('success', `User ${user.name} ${change.part} updated to ${capitalised(word)}`);
    } catch (error) {
      notify('danger', accessFailure(error, change.part));
    }
    setPending((now) => (now === wanted ? null : now));
  };

  const label = capitalised(pending?.change.to ?? '');
  return {
    request: (user, change) => {
      if (change.to === user.role || change.to === user.status) return;
      if (change.to === 'active') void save({ user, change });
      else setPending({ user, change });
    },
    isSaving,
    question: (
      <ConfirmDialog
        isOpen={pending !== null}
        onClose={() => setPending(null)}
        title={`Set ${pending?.user.name} to ${label}?`}
        confirmLabel={`Set to ${label}`}
        busy={pending !== null && isSaving(pending.user.id) && 'Saving…'}
        onConfirm={() => pending && void save(pending)}
      >
        {pending && consequences(pending)}
      </ConfirmDialog>
    ),
  };
}

function consequences({ user, change }: PendingChange): string {
  if (change.to === 'admin') return `${user.name} can change everything in the back office, and has to log in again.`;
  if (change.to === 'customer') return `${user.name} loses access to the back office at once and has to log in again.`;
  return `${user.name} is logged out everywhere and cannot log in until the account is active again. Orders are not affected.`;
}
