import { Link } from '#web/ui/link.tsx';
import type { EventDelivery } from './events-data.ts';

type Subject = EventDelivery['subject'];

const pathOf = ({ kind, id }: Subject): string => {
  if (kind === 'order') return `/admin/orders?order=${id}`;
  return kind === 'product' ? `/products/${id}` : `/admin/users?user=${id}`;
};

/** What an event is about: a link unless it is deleted. */
export function SubjectLink({ subject }: { subject: Subject }) {
  if (subject.name === null) {
    return (
      <>
        Deleted {subject.kind} #{subject.id}
      </>
    );
  }
  return (
    <Link
      to={pathOf(subject)}
      className={`link wrap-anywhere ${subject.kind === 'order' ? 'md:whitespace-nowrap' : ''}`}
    >
      <bdi>{subject.name}</bdi>
    </Link>
  );
}
