import { Badge } from '#plugin/web';
import type { PageStatus } from '../../contract.ts';

const BADGES = {
  draft: { tone: 'secondary', label: 'Draft' },
  scheduled: { tone: 'info', label: 'Scheduled' },
  published: { tone: 'success', label: 'Published' },
  ended: { tone: 'warning', label: 'Ended' },
} as const satisfies Record<PageStatus, object>;

export const PageStatusBadge = ({ status }: { status: PageStatus }) => (
  <Badge tone={BADGES[status].tone}>{BADGES[status].label}</Badge>
);
