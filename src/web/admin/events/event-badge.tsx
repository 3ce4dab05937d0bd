import { Badge } from '#web/ui/badge.tsx';
import type { EventDelivery } from './events-data.ts';

export const EventBadge = ({ status }: Pick<EventDelivery, 'status'>) =>
  status === 'failed' ? <Badge tone="danger">Failed</Badge> : <Badge tone="warning">Retrying</Badge>;
