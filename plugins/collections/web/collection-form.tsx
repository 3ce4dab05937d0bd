import { useRef } from 'react';
import { DateTimeField, EditConflict, useConcurrentEdit, useRequestKey, useUnsavedGuard } from '#plugin/admin';
import {
  adoptSaved,
  Button,
  ErrorSummary,
  fieldProblem,
  Link,
  NumberField,
  SelectField,
  type ShopForm,
  Switch,
  shop,
  slugOf,
  TextArea,
  TextField,
  useShopForm,
} from '#plugin/web';
import type { AdminCollection } from '../contract.ts';
import { COLLECTION_LIMITS } from '../limits.ts';
import { useSaving } from './admin-data.ts';
import { SORT_WORDS } from './collection-address.ts';
import { DeleteButton } from './delete-button.tsx';
import { type FormValues, formOf, valuesOf } from './form-values.ts';
import { PictureField } from './picture-field.tsx';
import { ProductPicker } from './product-picker.tsx';
import { RuleEditor } from './rule-editor.tsx';
import { RulePreview } from './rule-preview.tsx';

interface CollectionFormProps {
  /** Null: a new collection. */
  collection: AdminCollection | null;
  onSaved: (saved: AdminCollection) => void;
  /** Starts over with what another admin has saved. */
  onNewer: (theirs: AdminCollection) => void;
  onDeleted: (message: string) => void;
}

const REQUIRED = 'This field is required.';

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
  const { isDirty, isSubmitting, errors } = form.formState;
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
          <section aria-labelledby="contents" className="panel grid gap-5 p-4 sm:p-6">
            <h2 id="contents" className="text-xl">
              Products
            </h2>
            <Kind shopForm={shopForm} />
            {values.kind === 'manual' ? (
              <ProductPicker
                picked={values.product_ids}
                onChange={(products) => form.setValue('product_ids', products, { shouldDirty: true })}
                error={errors.product_ids?.message}
              />
            ) : (
              <RuleEditor
                rule={values.rule}
                onChange={(rule) => {
                  form.setValue('rule', rule, { shouldDirty: true });
                  form.clearErrors('rule');
                }}
                errors={errors.rule}
              />
            )}
            <Order shopForm={shopForm} />
          </section>
        </div>
        <div className="grid min-w-0 grid-cols-1 gap-6">
          {values.kind === 'rule' && <RulePreview values={values} />}
          <Publication shopForm={shopForm} />
          <section aria-labelledby="picture" className="panel p-4 sm:p-6">
            <h2 id="picture" className="mb-4 text-xl">
              Picture
            </h2>
            <PictureField
              image={values.image}
              onChange={(image) => form.setValue('image', image, { shouldDirty: true })}
              onUploading={(is) => (isUploading.current = is)}
              error={errors.image?.message}
            />
          </section>
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

interface PartProps {
  shopForm: ShopForm<FormValues>;
}

/** The slug of a new collection follows the name until it is typed. */
function Texts({ shopForm: { form, field }, isNew }: PartProps & { isNew: boolean }) {
  const isByHand = () => form.formState.dirtyFields.slug === true && form.getValues('slug') !== '';
  const follows = useRef(true);
  return (
    <section aria-label="Texts" className="panel grid gap-5 p-4 sm:p-6">
      <TextField
        label="Name"
        required
        maxLength={COLLECTION_LIMITS.name}
        autoComplete="off"
        dir="auto"
        {...field('name', {
          validate: (name) => name.trim() !== '' || REQUIRED,
          onChange: ({ target }) => {
            if (isNew && (follows.current || !isByHand())) form.setValue('slug', slugOf(target.value));
          },
        })}
      />
      <TextField
        label="Slug"
        required
        maxLength={COLLECTION_LIMITS.slug}
        autoComplete="off"
        spellCheck={false}
        hint="Part of its address: lowercase letters, digits and hyphens. A former address keeps working."
        {...field('slug', {
          validate: (slug) => slug.trim() !== '' || REQUIRED,
          onChange: ({ target }) => (follows.current = target.value === ''),
        })}
      />
      <TextArea
        label="Description"
        rows={4}
        maxLength={COLLECTION_LIMITS.description}
        dir="auto"
        hint="Shown above the products."
        {...field('description')}
      />
    </section>
  );
}

function Kind({ shopForm: { form, field } }: PartProps) {
  return (
    <fieldset className="flex flex-wrap gap-x-6 gap-y-2">
      <legend className="field-label mb-2">How products are chosen</legend>
      {(
        [
          ['manual', 'By hand'],
          ['rule', 'By a rule'],
        ] as const
      ).map(([kind, words]) => (
        <label key={kind} className="checkbox">
          <input
            type="radio"
            value={kind}
            {...form.register('kind', {
              onChange: () => {
                const sort = form.getValues('sort');
                if (kind === 'rule' && sort === 'manual') form.setValue('sort', 'best-selling');
              },
            })}
          />
          <span>{words}</span>
        </label>
      ))}
      <KindProblem error={field('kind').error} />
    </fieldset>
  );
}

const KindProblem = ({ error }: { error: string | undefined }) =>
  error ? (
    <p className="field-error" role="alert">
      {error}
    </p>
  ) : null;

function Order({ shopForm: { form, field } }: PartProps) {
  const isManual = form.watch('kind') === 'manual';
  return (
    <div className="grid gap-5 border-line border-t pt-5 sm:grid-cols-2">
      <SelectField label="Order" {...field('sort')}>
        {isManual && <option value="manual">As picked</option>}
        {SORT_WORDS.map(([sort, words]) => (
          <option key={sort} value={sort}>
            {words}
          </option>
        ))}
      </SelectField>
      <NumberField
        label="At most"
        min={1}
        max={COLLECTION_LIMITS.products}
        step={1}
        hint="Shows only the first products in this order. Leave empty to show all."
        {...field('max_products')}
      />
    </div>
  );
}

function Publication({ shopForm: { field, form } }: PartProps) {
  const { errors } = form.formState;
  return (
    <section aria-labelledby="publication" className="panel grid gap-5 p-4 sm:p-6">
      <h2 id="publication" className="text-xl">
        Publication
      </h2>
      <Switch label="Published" hint="Shoppers see the collection and its page." {...field('is_published')} />
      <DateTimeField
        label="From"
        hint={`Leave empty to start at once. Times are in ${shop().timezone}.`}
        value={form.watch('published_from')}
        error={errors.published_from?.message}
        onChange={(at) => form.setValue('published_from', at, { shouldDirty: true })}
      />
      <DateTimeField
        label="Until"
        hint="Leave empty for no end."
        value={form.watch('published_until')}
        error={errors.published_until?.message}
        onChange={(at) => form.setValue('published_until', at, { shouldDirty: true })}
      />
      <NumberField label="Sort order" min={1} step={1} hint="Lower numbers come first." {...field('position')} />
    </section>
  );
}

function SearchEngines({ shopForm: { field, form } }: PartProps) {
  const [name, description] = form.watch(['name', 'description']);
  return (
    <section aria-labelledby="search-engines" className="panel grid gap-5 p-4 sm:p-6">
      <h2 id="search-engines" className="text-xl">
        Search engines
      </h2>
      <TextField
        label="Title"
        maxLength={COLLECTION_LIMITS.seoTitle}
        placeholder={name}
        hint="Default: the name."
        dir="auto"
        {...field('seo_title')}
      />
      <TextArea
        label="Description for search engines"
        rows={3}
        maxLength={COLLECTION_LIMITS.seoDescription}
        placeholder={description.slice(0, 160)}
        hint="Default: the beginning of the description."
        dir="auto"
        {...field('seo_description')}
      />
    </section>
  );
}
