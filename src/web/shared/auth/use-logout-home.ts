import { useNavigate } from 'react-router';
import { discardUnsavedChanges } from '#web/shared/forms/unsaved-changes.tsx';
import { logOut } from './auth.ts';

/** Logs a customer out and goes home (storefront §2), discarding unsaved input. */
export function useLogoutHome(): () => Promise<void> {
  const navigate = useNavigate();
  return () => {
    discardUnsavedChanges();
    return logOut(async () => navigate('/'));
  };
}
