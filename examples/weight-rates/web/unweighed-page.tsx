import { useQuery } from '@tanstack/react-query';
import { adminMeta, PageHeader } from '#plugin/admin';
import { createApi, Skeleton } from '#plugin/web';
import type { contract } from '../contract.ts';

const { call } = createApi<typeof contract>();

export const meta = () => adminMeta('Weights');

export default function UnweighedPage() {
  const { data } = useQuery({
    queryKey: ['unweighed'],
    queryFn: ({ signal }) => call('GET /admin/weight-rates/unweighed', {}, { signal }),
  });
  return (
    <>
      <PageHeader title="Products without a weight" />
      {data ? (
        <ul>
          {data.map(({ id, name }) => (
            <li key={id}>{name}</li>
          ))}
        </ul>
      ) : (
        <Skeleton className="h-64" />
      )}
    </>
  );
}
