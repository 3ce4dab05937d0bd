/** A worker that has not been heard of for so long is gone: its server was stopped or its machine is away. */
const LEASE_MS = 60_000;

export const leaseEnd = (at: Date): Date => new Date(at.getTime() + LEASE_MS);
