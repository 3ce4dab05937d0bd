import { useParams } from 'react-router';
import { adminMeta, useNotice } from '#plugin/admin';
import { AdminList } from './admin-list.tsx';
import { FormPage } from './form-page.tsx';

export const meta = () => adminMeta('Collections');

/** The list of collections, or the form of one: a new one at `/admin/collections/new`. */
export default function AdminPage() {
  const { id } = useParams();
  const { notice, notify } = useNotice();
  return (
    <>
      {notice}
      {id === undefined ? (
        <AdminList notify={notify} />
      ) : (
        <FormPage key={id} id={id === 'new' ? null : Number(id) || 0} notify={notify} />
      )}
    </>
  );
}
