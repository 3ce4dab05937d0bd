import { defineMailJobs } from './features/mail/index.ts';
import type { Services } from './services.ts';

/** Registers everything the shop does by itself, before the jobs start. */
export function defineShopJobs(services: Services): void {
  const { jobs } = services;
  defineMailJobs(jobs, services);
}
