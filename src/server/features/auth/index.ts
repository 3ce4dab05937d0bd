export { authHandlers } from './auth.routes.ts';
export { defineAuthJobs } from './auth-jobs.ts';
export { emailChangeHandlers } from './email-change/email-change.routes.ts';
export { type LimitedCount, limitAttempts } from './limit-attempts.ts';
export { type AdminDetails, makeAdmin } from './make-admin.ts';
export { checkNewPassword } from './passwords/new-password.ts';
export { authPersonalData } from './personal-data-owner.store.ts';
export { authRetention } from './retention.ts';
export { twoFactorHandlers } from './two-factor/two-factor.routes.ts';
