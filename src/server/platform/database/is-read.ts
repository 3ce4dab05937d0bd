const READ = /^\s*(?:\/\*.*?\*\/\s*)*(?:select|with)\b/i;
/** Locks, and what a standby refuses: writes in a WITH, sequences, notifications. */
const NEEDS_PRIMARY =
  /\bfor\s+(?:no\s+key\s+)?(?:update|share|key\s+share)\b|\b(?:insert\s+into|delete\s+from|merge\s+into)\b|\bupdate\s+\S+\s+(?:(?:as\s+)?\S+\s+)?set\b|\b(?:nextval|setval|pg_notify|pg_(?:try_)?advisory\w*)\s*\(/i;

/** Whether a statement only reads: a standby can answer it, and it can be repeated. */
export const isRead = (statement: string): boolean => READ.test(statement) && !NEEDS_PRIMARY.test(statement);
