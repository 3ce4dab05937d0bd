import { Badge, type Tone } from '#web/ui/badge.tsx';
import type { OutboxMail } from './outbox-data.ts';

const LOOKS = {
  queued: ['warning', 'Queued'],
  sent: ['success', 'Sent'],
  failed: ['danger', 'Failed'],
} as const satisfies Record<OutboxMail['status'], readonly [Tone, string]>;

export function MailBadge({ status }: Pick<OutboxMail, 'status'>) {
  const [tone, name] = LOOKS[status];
  return <Badge tone={tone}>{name}</Badge>;
}
