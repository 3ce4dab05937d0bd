import { type ComponentProps, useRef } from 'react';
import { CategoryTree, MAX_CATEGORY_LEVELS } from '#domain/catalogue/category-tree.ts';
import { slugOf } from '#domain/catalogue/slug.ts';
import { CATEGORY_LIMITS } from '#domain/form-limits.ts';
import { FormDialog } from '#web/shared/forms/form-dialog.tsx';
import { fieldProblem, notBlank } from '#web/shared/forms/shop-form.ts';
import { slugFollowsName } from '#web/shared/forms/slug-follows-name.ts';
import { Checkbox, NumberField, SelectField, TextArea, TextField } from '#web/ui/field.tsx';
import { useCategoryChoices } from '../shared/use-category-choices.ts';
import { type RecordEditing, useRecordForm } from '../shared/use-record-form.tsx';
import type { CategoryForm, ShownCategory } from './categories-data.ts';
import { CategoryPicture } from './category-picture.tsx';

interface CategoryDialogProps extends RecordEditing<ShownCategory, CategoryForm> {
  /** Null: a new category. */
  category: ShownCategory | null;
  /** Of a new category: the one above it. */
  parent: ShownCategory | null;
}

/** The category form (back-office §3 and §5). The slug follows the name until it is edited by hand. */
export function CategoryDialog({ category, parent, onClose, ...saving }: CategoryDialogProps) {
  const isUploading = useRef(false);
  const { shopForm, conflict } = useRecordForm({
    record: category,
    kind: 'category',
    values: {
      name: category?.name ?? '',
      slug: category?.slug ?? '',
      description: category?.description ?? '',
      image: category?.image ?? null,
      parent_id: String((category ? category.parent_id : parent?.id) ?? ''),
      sort_order: String(category?.sort_order ?? (parent ? parent.child_count + 1 : 1)),
      is_active: category?.is_active ?? true,
    },
    formOf: ({ sort_order, parent_id, ...values }) => {
      if (isUploading.current) throw fieldProblem('image', 'Please wait until the picture is uploaded.');
      return {
        ...values,
        name: values.name.trim(),
        slug: values.slug.trim(),
        sort_order: sortOrder(sort_order),
        ...(parent_id !== String(category?.parent_id ?? '') && {
          parent_id: parent_id === '' ? null : Number(parent_id),
        }),
      };
    },
    ...saving,
  });
  const { field } = shopForm;
  const { setValue, watch, formState } = shopForm.form;
  const { errors } = formState;
  const [name, slug] = watch(['name', 'slug']);
  const onName = slugFollowsName({
    isNew: !category,
    name,
    slug,
    slugOf,
    setSlug: (own) => setValue('slug', own, { shouldValidate: Boolean(errors.slug) }),
  });

  return (
    <FormDialog
      title={category ? `Edit ${category.name}` : 'Add Category'}
      saveLabel={category ? 'Save category' : 'Create category'}
      shopForm={shopForm}
      onClose={onClose}
    >
      {conflict}
      <TextField
        label="Name"
        required
        maxLength={CATEGORY_LIMITS.name}
        autoComplete="off"
        dir="auto"
        {...field('name', {
          validate: notBlank(),
          onChange: onName,
        })}
      />
      <TextField
        label="Slug"
        required
        maxLength={CATEGORY_LIMITS.slug}
        autoComplete="off"
        spellCheck={false}
        hint="The category's part of URLs: lowercase letters, digits and hyphens."
        {...field('slug', { validate: notBlank() })}
      />
      <TextArea label="Description" rows={3} maxLength={CATEGORY_LIMITS.description} {...field('description')} />
      <CategoryPicture
        image={watch('image')}
        onChange={(image) => setValue('image', image, { shouldDirty: true })}
        onUploading={(is) => (isUploading.current = is)}
        error={errors.image?.message}
      />
      <ParentField category={category} {...field('parent_id')} />
      <NumberField
        label="Sort Order"
        {...CATEGORY_LIMITS.sortOrder}
        step={1}
        hint="Lower numbers come first."
        {...field('sort_order')}
      />
      <Checkbox label="Active: shoppers see the category and its products" {...field('is_active')} />
    </FormDialog>
  );
}

/** The category above, among those that leave room for this one and its subcategories. */
function ParentField({
  category,
  ...select
}: { category: ShownCategory | null } & Omit<ComponentProps<typeof SelectField>, 'label'>) {
  const { data: choices = [] } = useCategoryChoices();
  const tree = new CategoryTree(choices);
  const id = category?.id ?? null;
  return (
    <SelectField
      label="Category above"
      hint={`Categories have up to ${MAX_CATEGORY_LEVELS} levels.`}
      key={choices.length}
      {...select}
    >
      <option value="">None: first level</option>
      {choices
        .filter((choice) => choice.id === category?.parent_id || tree.placeProblem(id, choice.id) === undefined)
        .map((choice) => (
          <option key={choice.id} value={choice.id}>
            {choice.name}
          </option>
        ))}
    </SelectField>
  );
}

/** Back-office §5: at least 1, and 1 for anything that is not a number. */
function sortOrder(typed: string): number {
  const number = Math.trunc(Number(typed));
  return Number.isFinite(number) && number >= 1 ? number : 1;
}
