export { authHandlers } from './auth.routes.ts';
export { defineAuthJobs } from './auth-jobs.ts';
