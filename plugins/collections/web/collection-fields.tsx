import { DateTimeField, slugFollowsName } from '#plugin/admin';
import { NumberField, SelectField, type ShopForm, Switch, shop, slugOf, TextArea, TextField } from '#plugin/web';
import { COLLECTION_LIMITS } from '../limits.ts';
import { SORT_WORDS } from './collection-address.ts';
import type { FormValues } from './form-values.ts';
import { PictureField } from './picture-field.tsx';
import { ProductPicker } from './product-picker.tsx';
import { RuleEditor } from './rule-editor.tsx';

const REQUIRED = 'This field is required.';

interface PartProps {
  shopForm: ShopForm<FormValues>;
}

export function Texts({ shopForm: { form, field }, isNew }: PartProps & { isNew: boolean }) {
  const [name, slug] = form.watch(['name', 'slug']);
  const onName = slugFollowsName({ isNew, name, slug, slugOf, setSlug: (own) => form.setValue('slug', own) });
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
          onChange: onName,
        })}
      />
      <TextField
        label="Slug"
        required
        maxLength={COLLECTION_LIMITS.slug}
        autoComplete="off"
        spellCheck={false}
        hint="Part of its address: lowercase letters, digits and hyphens. A former address keeps working."
        {...field('slug', { validate: (typed) => typed.trim() !== '' || REQUIRED })}
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

/** Products that are picked by hand, or a rule that finds them, and their order. */
export function Contents({ shopForm }: PartProps) {
  const { form } = shopForm;
  const { errors } = form.formState;
  const [kind, products, rule] = form.watch(['kind', 'product_ids', 'rule']);
  return (
    <section aria-labelledby="contents" className="panel grid gap-5 p-4 sm:p-6">
      <h2 id="contents" className="text-xl">
        Products
      </h2>
      <Kind shopForm={shopForm} />
      {kind === 'manual' ? (
        <ProductPicker
          picked={products}
          onChange={(picked) => form.setValue('product_ids', picked, { shouldDirty: true })}
          error={errors.product_ids?.message}
        />
      ) : (
        <RuleEditor
          rule={rule}
          onChange={(changed) => {
            form.setValue('rule', changed, { shouldDirty: true });
            form.clearErrors('rule');
          }}
          errors={errors.rule}
        />
      )}
      <Order shopForm={shopForm} />
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
        {...COLLECTION_LIMITS.products}
        step={1}
        hint="Shows only the first products in this order. Leave empty to show all."
        {...field('max_products')}
      />
    </div>
  );
}

export function Publication({ shopForm: { field, form } }: PartProps) {
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
      <NumberField
        label="Sort order"
        {...COLLECTION_LIMITS.position}
        step={1}
        hint="Lower numbers come first."
        {...field('position')}
      />
    </section>
  );
}

interface CollectionPictureProps extends PartProps {
  onUploading: (isUploading: boolean) => void;
}

export function CollectionPicture({ shopForm: { form }, onUploading }: CollectionPictureProps) {
  return (
    <section aria-labelledby="picture" className="panel p-4 sm:p-6">
      <h2 id="picture" className="mb-4 text-xl">
        Picture
      </h2>
      <PictureField
        image={form.watch('image')}
        onChange={(image) => form.setValue('image', image, { shouldDirty: true })}
        onUploading={onUploading}
        error={form.formState.errors.image?.message}
      />
    </section>
  );
}

export function SearchEngines({ shopForm: { field, form } }: PartProps) {
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
