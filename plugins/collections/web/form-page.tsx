import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Notify } from '#plugin/admin';
import { FailedList, PageHeader } from '#plugin/admin';
import { Skeleton } from '#plugin/web';
import type { AdminCollection } from '../admin-contract.ts';
import { useAdminCollection } from './admin-data.ts';
import { CollectionFormView } from './collection-form.tsx';

const TRAIL = [['Collections', '/admin/collections']] as const;

interface FormPageProps {
  /** Null: a new collection. */
  id: number | null;
  notify: Notify;
}

/** The form of a collection. */
export function FormPage({ id, notify }: FormPageProps) {
  const { data, error, refetch } = useAdminCollection(id);
  if (id === null) return <Opened collection={null} notify={notify} />;
  if (data) return <Opened collection={data} notify={notify} />;
  return (
    <>
      <PageHeader title="Collection" trail={TRAIL} />
      {error ? (
        <FailedList title="The collection could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-96" />
      )}
    </>
  );
}

function Opened({ collection: first, notify }: { collection: AdminCollection | null; notify: Notify }) {
  const [opened, setOpened] = useState(first);
  /** Counts how often the form started over with another admin's version. */
  const [starts, setStarts] = useState(0);
  const navigate = useNavigate();
  return (
    <>
      <PageHeader title={opened ? opened.name : 'Add Collection'} trail={TRAIL} />
      <CollectionFormView
        key={starts}
        collection={opened}
        onSaved={(saved) => {
          notify('success', opened ? 'Collection saved.' : 'Collection created.');
          if (opened) setOpened(saved);
          else void navigate(`/admin/collections/${saved.id}`, { replace: true });
        }}
        onNewer={(theirs) => {
          setOpened(theirs);
          setStarts((count) => count + 1);
        }}
        onDeleted={(message) => {
          notify('success', message);
          void navigate('/admin/collections');
        }}
      />
    </>
  );
}
