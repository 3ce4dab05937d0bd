import { useTimedNotice } from '#web/shared/notice.tsx';

/** Back-office §4: how long a notice on the orders and users pages stays. */
const NOTICE_MS = { success: 3000, danger: 5000 } as const;

/** A banner with the result of an action. It floats, so that tables do not shift. */
export const useNotice = () => useTimedNotice('floating-notice', NOTICE_MS);
