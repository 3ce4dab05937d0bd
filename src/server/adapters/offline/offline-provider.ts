import { METHOD_LABELS, type OfflineProvider } from '#server/features/payments/index.ts';

/** Payment after the order, such as by bank transfer. */
export function createOfflineProvider(instructions: string): OfflineProvider {
  return { kind: 'offline', name: 'offline', method: 'offline', label: METHOD_LABELS.offline, instructions };
}
