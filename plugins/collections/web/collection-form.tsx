import { useRef } from 'react';
import { EditConflict, useConcurrentEdit, useRequestKey, useUnsavedGuard } from '#plugin/admin';
import { adoptSaved, Button, ErrorSummary, fieldProblem, Link, useShopForm } from '#plugin/web';
import type { AdminCollection } from '../admin-contract.ts';
import { useSaving } from './admin-data.ts';
import { CollectionPicture, Contents, Publication, SearchEngines, Texts } from './collection-fields.tsx';
import { DeleteButton } from './delete-button.tsx';
import { type FormValues, formOf, valuesOf } from './form-values.ts';
import { RulePreview } from './rule-preview.tsx';

interface CollectionFormProps {
  /** Null: a new collection. */
  collection: AdminCollection | null;
  onSaved: (saved: AdminCollection) => void;
  /** Starts over with what another admin has saved. */
  onNewer: (theirs: AdminCollection) => void;
  onDeleted: (message: string) => void;
}

/** A collection: what it says, what it contains, and when it is shown. */
export function CollectionFormView({ collection, onSaved, onNewer, onDeleted }: CollectionFormProps) {
  const once = useRequestKey();
  const isUploading = useRef(false);
  const { theirs, keepMine, save } = useConcurrentEdit(collection, 'collection');
  const { mutateAsync: send } = useSaving();
  const shopForm = useShopForm<FormValues>(
    valuesOf(collection),
    async (values) => {
      if (isUploading.current) throw fieldProblem('image', 'Please wait until the picture is uploaded.');
      const form = formOf(values);
      await save(async (on) => {
        const saved = await once(form, (key) => send({ on, form, key }));
        keepMine(saved);
        adoptSaved(shopForm.form, values, valuesOf(saved));
        onSaved(saved);
      });
    },
    { name: `collection:${collection?.id ?? 'new'}`, incomplete: 'Please correct the fields marked below.' },
  );
  const { form, failure, attempt, submit } = shopForm;
  const { isDirty, isSubmitting } = form.formState;
  const question = useUnsavedGuard(isDirty && !isSubmitting);
  const values = form.watch();

  return (
    <form onSubmit={submit} noValidate>
      <ErrorSummary message={failure} attempt={attempt} />
      {theirs && (
        <div className="mb-6">
          <EditConflict newer={{ read: async () => theirs, show: onNewer }} onKeep={keepMine} />
        </div>
      )}
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid min-w-0 grid-cols-1 gap-6">
          <Texts shopForm={shopForm} isNew={collection === null} />
          <Contents shopForm={shopForm} />
        </div>
        <div className="grid min-w-0 grid-cols-1 gap-6">
          {values.kind === 'rule' && <RulePreview values={values} />}
          <Publication shopForm={shopForm} />
          <CollectionPicture shopForm={shopForm} onUploading={(is) => (isUploading.current = is)} />
          <SearchEngines shopForm={shopForm} />
        </div>
      </div>
      <div className="form-actions mt-8 flex flex-wrap-reverse items-center justify-between gap-4 border-line border-t py-4">
        {collection ? <DeleteButton collection={collection} onDeleted={onDeleted} /> : <span />}
        <div className="flex flex-wrap gap-3">
          {collection?.is_published && (
            <Link to={`/collections/${collection.slug}`} className="link inline-flex min-h-11 items-center px-3">
              View in the shop
            </Link>
          )}
          <Button type="submit" busy={isSubmitting && 'Saving…'}>
            {collection ? 'Save collection' : 'Create collection'}
          </Button>
        </div>
      </div>
      {question}
    </form>
  );
}
