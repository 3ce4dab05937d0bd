import { useNavigate } from 'react-router';
import { forgetUnsavedChanges } from '#web/shared/forms/unsaved-changes.tsx';
import { logOut } from './auth.ts';

/** Logs a customer out and leads home (storefront §2). Who logs out lets go of what is typed. */
export function useLogoutHome(): () => Promise<void> {
  const navigate = useNavigate();
  return async () => {
    forgetUnsavedChanges();
    // First away from here: a page for customers alone sends guests to log in.
    await navigate('/');
    await logOut();
  };
}
