import { Badge } from '#plugin/web';
import type { EntryStatus } from '../../contract-fields.ts';

const BADGES = {
  draft: { tone: 'secondary', label: 'Draft' },
  scheduled: { tone: 'info', label: 'Scheduled' },
  published: { tone: 'success', label: 'Published' },
  ended: { tone: 'warning', label: 'Ended' },
} as const satisfies Record<EntryStatus, object>;

export const PageStatusBadge = ({ status }: { status: EntryStatus }) => (
  <Badge tone={BADGES[status].tone}>{BADGES[status].label}</Badge>
);
