import { useTimedNotice } from '../notice.tsx';

/** Back-office §4: banners disappear after three seconds, the account-deletion notice after five. */
const NOTICE_MS = { success: 3000, danger: 3000 } as const;
export const DELETION_NOTICE_MS = 5000;

/** A banner with the result of an action. */
export const useProfileNotice = () =>
  useTimedNotice('fixed inset-x-4 bottom-6 z-50 mx-auto max-w-lg shadow-float', NOTICE_MS);
