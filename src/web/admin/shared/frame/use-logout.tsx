import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { logOut } from '#web/shared/auth/auth.ts';
import { DiscardQuestion, discardUnsavedChanges, hasUnsavedChanges } from '#web/shared/forms/unsaved-changes.tsx';

/** Logs out and goes to /login (back-office §2), after a question if unsaved input would be lost. */
export function useLogout(): { leave: () => void; question: ReactNode } {
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const leave = () => {
    discardUnsavedChanges();
    void navigate('/login');
    void logOut();
  };
  return {
    leave: () => (hasUnsavedChanges() ? setAsking(true) : leave()),
    question: <DiscardQuestion isOpen={isAsking} onStay={() => setAsking(false)} onDiscard={leave} />,
  };
}
