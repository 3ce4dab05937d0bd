import { useSearchParams } from 'react-router';
import type { Notify } from '#web/shared/notice.tsx';
import { savedMessage } from '../shared/local-first.ts';
import { CopyProduct, EditProduct } from './edit-product.tsx';
import { type OnSave, ProductDialog } from './product-dialog.tsx';
import { useProductWrites } from './products-data.ts';
import type { ShownProduct } from './products-fallback.ts';

/** Parameters of the URL: a new product, one like another, and one that is edited. */
const NAMES = ['new', 'copy', 'edit'] as const;

/** The open form is part of the URL: shortcuts can link to it, and Back closes it. */
export function useOpenedForm(rows: readonly ShownProduct[]) {
  const [query, setQuery] = useSearchParams();
  const write = (name: (typeof NAMES)[number], value: string | null) =>
    setQuery(
      (now) => {
        for (const other of NAMES) now.delete(other);
        if (value !== null) now.set(name, value);
        return now;
      },
      { replace: value === null, preventScrollReset: true },
    );
  const named = (name: 'copy' | 'edit') => {
    const id = Number(query.get(name)) || null;
    return id === null ? null : { id, row: rows.find((row) => row.id === id) };
  };
  return {
    isNew: query.has('new'),
    copied: named('copy'),
    edited: named('edit'),
    openNew: () => write('new', '1'),
    open: (product: ShownProduct) => write('edit', String(product.id)),
    duplicate: (id: number) => write('copy', String(id)),
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
  const { isNew, copied, edited, close, duplicate } = form;
  const dialog = { onClose: close, onSave };
  if (isNew) return <ProductDialog product={null} {...dialog} />;
  if (copied) return <CopyProduct key={`copy of ${copied.id}`} {...copied} {...dialog} />;
  return edited && <EditProduct key={edited.id} {...edited} {...dialog} onDuplicate={duplicate} />;
}
