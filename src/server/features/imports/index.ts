export { defineImportJobs } from './import-jobs.ts';
export { importHandlers } from './imports.routes.ts';
export { importRetention } from './retention.ts';
