/** A worker that has not reported for this long is gone: its server was stopped or is unreachable. */
const LEASE_MS = 60_000;

export const leaseEnd = (at: Date): Date => new Date(at.getTime() + LEASE_MS);
