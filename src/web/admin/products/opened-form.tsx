import { useSearchParams } from 'react-router';
import type { Notify } from '#web/shared/notice.tsx';
import { savedMessage } from '../shared/local-first.ts';
import { EditProduct } from './edit-product.tsx';
import { type OnSave, ProductDialog } from './product-dialog.tsx';
import { useProductWrites } from './products-data.ts';
import type { ShownProduct } from './products-fallback.ts';

/** The open form is part of the URL: shortcuts can link to it, and Back closes it. */
export function useOpenedForm(rows: readonly ShownProduct[]) {
  const [query, setQuery] = useSearchParams();
  const id = Number(query.get('edit')) || null;
  const write = (name: 'new' | 'edit', value: string | null) =>
    setQuery(
      (now) => {
        now.delete('new');
        now.delete('edit');
        if (value !== null) now.set(name, value);
        return now;
      },
      { replace: value === null, preventScrollReset: true },
    );
  const edited = id === null ? null : { id, row: rows.find((row) => row.id === id) };
  return {
    opened: query.has('new') ? ('new' as const) : edited,
    openNew: () => write('new', '1'),
    open: (product: ShownProduct) => write('edit', String(product.id)),
    close: () => write('new', null),
  };
}

/** The open form, if any. */
export function OpenedForm({ form, notify }: { form: ReturnType<typeof useOpenedForm>; notify: Notify }) {
  const { save } = useProductWrites();
  const onSave: OnSave = async (product, values, key) => {
    const saved = await save(product, values, key);
    form.close();
    notify('success', savedMessage(product ? 'Product updated' : 'Product created', saved));
  };
  if (form.opened === null) return null;
  if (form.opened === 'new') return <ProductDialog product={null} onClose={form.close} onSave={onSave} />;
  return <EditProduct key={form.opened.id} {...form.opened} onClose={form.close} onSave={onSave} />;
}
