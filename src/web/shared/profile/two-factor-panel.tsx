import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '#web/api/call.ts';
import type { Data } from '#web/api/calls.ts';
import { useAuth } from '#web/shared/auth/auth.ts';
import type { Notify } from '#web/shared/notice.tsx';
import { Unavailable } from '#web/shared/unavailable.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { PasswordQuestion } from './password-question.tsx';
import { useTwoFactor } from './profile-data.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { TwoFactorSetup } from './two-factor-setup.tsx';
import { VerifyEmailFirst } from './verify-email-first.tsx';

type OpenQuestion = 'begin' | 'renew' | 'end' | null;

const QUESTIONS = {
  begin: [
    'Switch on two-factor sign-in',
    'Continue',
    'Logging in will also require a code from an app on your phone. This signs out your other devices.',
  ],
  renew: ['New recovery codes', 'Create new codes', 'Your existing recovery codes will no longer work.'],
  end: ['Switch off two-factor sign-in', 'Switch off', 'Logging in will require only your password again.'],
} as const;

interface TwoFactorPanelProps {
  notify: Notify;
  /** Told when the setup begins, and when its recovery codes are saved or it is cancelled. */
  onSettingUp?: (isSettingUp: boolean) => void;
}

/** Enables and disables two-factor sign-in, and shows recovery codes. */
export function TwoFactorPanel({ notify, onSettingUp }: TwoFactorPanelProps) {
  const client = useQueryClient();
  const { user } = useAuth();
  const { data, error, refetch } = useTwoFactor();
  const [asking, setAsking] = useState<OpenQuestion>(null);
  const [secret, setSecret] = useState<Data<'POST /auth/two-factor/setup'> | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const isSettingUp = secret !== null || codes !== null;
  useEffect(() => onSettingUp?.(isSettingUp), [isSettingUp, onSettingUp]);
  if (codes) {
    // If it was required, continue only after the codes are saved.
    const done = () => {
      setCodes(null);
      void client.invalidateQueries();
    };
    return <RecoveryCodes codes={codes} onDone={done} />;
  }
  if (!data || !user) return <Unavailable error={error} onRetry={() => void refetch()} className="h-22" />;
  if (secret) {
    const done = (recovery: readonly string[]) => {
      setSecret(null);
      setCodes(recovery);
      notify('success', 'Two-factor sign-in is on. Your other devices were signed out.');
    };
    return <TwoFactorSetup secret={secret} onDone={done} onCancel={() => setSecret(null)} />;
  }

  if (!data.is_enabled && !user.email_verified_at) return <VerifyEmailFirst email={user.email} notify={notify} />;

  const act = async (current_password: string) => {
    const body = { current_password };
    if (asking === 'begin') setSecret(await call('POST /auth/two-factor/setup', { body }));
    if (asking === 'renew') setCodes((await call('POST /auth/two-factor/recovery-codes', { body })).recovery_codes);
    if (asking === 'end') {
      await call('POST /auth/two-factor/disable', { body });
      await client.invalidateQueries();
      notify('success', 'Two-factor sign-in is off.');
    }
    setAsking(null);
  };
  const [title, actionLabel, consequence] = QUESTIONS[asking ?? 'begin'];
  return (
    <>
      <p className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1">
        {data.is_enabled ? <Badge tone="success">On</Badge> : <Badge tone="secondary">Off</Badge>}
        {data.is_enabled && <span className="text-muted">{codesLeft(data.recovery_codes_left)}</span>}
      </p>
      <div className="flex flex-wrap gap-3">
        {!data.is_enabled && <Button onClick={() => setAsking('begin')}>Switch on</Button>}
        {data.is_enabled && (
          <>
            <Button look="secondary" onClick={() => setAsking('renew')}>
              New recovery codes
            </Button>
            <Button look="secondary" onClick={() => setAsking('end')}>
              Switch off
            </Button>
          </>
        )}
      </div>
      <PasswordQuestion
        isOpen={asking !== null}
        onClose={() => setAsking(null)}
        title={title}
        actionLabel={actionLabel}
        look={asking === 'end' ? 'danger' : 'primary'}
        act={act}
      >
        {consequence}
      </PasswordQuestion>
    </>
  );
}

const codesLeft = (left: number) => (left === 1 ? 'One recovery code is left.' : `${left} recovery codes are left.`);
