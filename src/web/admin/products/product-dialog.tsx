import ProductSlot from 'virtual:slot/admin.product';
import { useRef, useState } from 'react';
import type { FieldError } from 'react-hook-form';
import { parseDecimal } from '#domain/money/money.ts';
import { ApiError } from '#web/api/api-error.ts';
import { FormDialog } from '#web/shared/forms/form-dialog.tsx';
import { fieldProblem, notBlank, type ShopForm, useShopForm } from '#web/shared/forms/shop-form.ts';
import { useRequestKey } from '#web/shared/forms/use-request-key.ts';
import { currencySymbol } from '#web/shared/money.ts';
import { Button } from '#web/ui/button.tsx';
import { MoneyField, NumberField, SelectField } from '#web/ui/field.tsx';
import { EditConflict, type Newer } from '../shared/edit-conflict.tsx';
import { useCategoryChoices } from '../shared/use-category-choices.ts';
import { CustomFields } from './custom-fields.tsx';
import { Group } from './form-group.tsx';
import { PicturesEditor } from './pictures-editor.tsx';
import { controlOf, fieldsOf, ProductFieldControl, SectionFields } from './product-field.tsx';
import {
  copyOf,
  formOf,
  isWhole,
  type OpenedProduct,
  type PictureValue,
  type ProductValues,
  valuesOf,
} from './product-values.ts';
import type { ProductForm } from './products-data.ts';
import { VariantsEditor } from './variants-editor.tsx';

export type OnSave = (product: OpenedProduct | null, form: ProductForm, key: string) => Promise<void>;

export interface ProductDialogProps {
  onClose: () => void;
  /** @throws ApiError when refused */
  onSave: OnSave;
}

interface EditedProduct {
  /** Null: a new one. */
  product: OpenedProduct | null;
  /** The product whose values a new one starts with. */
  copied?: OpenedProduct;
  newer?: Newer<OpenedProduct>;
  /** Opens the form of a new product with the stored values of this one. */
  onDuplicate?: () => void;
}

/** The product form (back-office §3 and §5), with the other product fields below. */
export function ProductDialog({
  product,
  copied,
  newer,
  onClose,
  onSave,
  onDuplicate,
}: ProductDialogProps & EditedProduct) {
  const revision = useRef(product?.revision ?? 0);
  const [isOutdated, setOutdated] = useState(false);
  const uploading = useRef(0);
  const once = useRequestKey();
  const shopForm = useShopForm<ProductValues>(
    copied ? copyOf(copied) : valuesOf(product),
    async (values) => {
      if (uploading.current > 0) throw fieldProblem('images', 'Please wait until the pictures are uploaded.');
      const form = formOf(values, product);
      setOutdated(false);
      try {
        await once(form, (key) => onSave(product && { ...product, revision: revision.current }, form, key));
      } catch (error) {
        setOutdated(error instanceof ApiError && error.code === 'product.changed');
        throw error;
      }
    },
    { incomplete: 'Please correct the fields marked below.', name: `product:${product?.id ?? 'new'}` },
  );
  return (
    <FormDialog
      title={product ? `Edit ${product.name}` : 'Add Product'}
      saveLabel={product ? 'Save product' : 'Create product'}
      isWide
      shopForm={shopForm}
      onClose={onClose}
    >
      {isOutdated && newer && (
        <EditConflict
          newer={newer}
          // Units sold meanwhile stay sold: only the revision is newer.
          onKeep={(now) => {
            revision.current = now.revision;
          }}
        />
      )}
      {onDuplicate && (
        <Button look="secondary" small className="justify-self-start" onClick={onDuplicate}>
          Duplicate
        </Button>
      )}
      <MainFields shopForm={shopForm} product={product} />
      {(product === null || isWhole(product)) && (
        <MoreFields shopForm={shopForm} onUploading={(count) => (uploading.current = count)} />
      )}
      {ProductSlot && product && <ProductSlot product={product} />}
    </FormDialog>
  );
}

interface PartProps {
  shopForm: ShopForm<ProductValues>;
}

function MainFields({ shopForm, product }: PartProps & { product: OpenedProduct | null }) {
  const { form, field } = shopForm;
  const categories = useCategoryChoices().data ?? [];
  const own = product?.category;
  const choices = own && !categories.some(({ id }) => id === own.id) ? [own, ...categories] : categories;
  const hasVariants = form.watch('variants').length > 0;

  return (
    <>
      <div className="grid gap-5 md:grid-cols-2">
        <ProductFieldControl name="name" shopForm={shopForm} control={{ autoComplete: 'off', dir: 'auto' }} />
        <ProductFieldControl name="sku" shopForm={shopForm} control={{ autoComplete: 'off', spellCheck: false }} />
      </div>
      <ProductFieldControl name="description" shopForm={shopForm} control={{ dir: 'auto' }} />
      <ProductFieldControl name="short_description" shopForm={shopForm} control={{ dir: 'auto' }} />
      <div className="grid gap-5 sm:grid-cols-2 lg:grid-cols-4">
        <ProductFieldControl name="price" shopForm={shopForm} />
        <MoneyField
          {...controlOf('sale_price')}
          sign={currencySymbol()}
          {...field('sale_price', {
            validate: (sale, { price }) =>
              sale === '' ||
              (parseDecimal(sale) ?? 0) < (parseDecimal(price) ?? 0) ||
              'The sale price must be below the price.',
          })}
        />
        <NumberField
          {...controlOf('stock')}
          required={!hasVariants}
          disabled={hasVariants}
          hint={hasVariants ? 'The sum of the variants.' : stockHint(product)}
          {...field('stock', { validate: (stock, { variants }) => variants.length > 0 || notBlank()(stock) })}
        />
        <SelectField
          {...controlOf('category')}
          {...field('category_id', { validate: notBlank() })}
          key={choices.length}
        >
          <option value="">Choose…</option>
          {choices.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
      <div className="flex flex-wrap gap-x-8">
        <ProductFieldControl name="is_active" shopForm={shopForm} />
        <ProductFieldControl name="is_featured" shopForm={shopForm} />
      </div>
    </>
  );
}

function stockHint(product: OpenedProduct | null): string {
  if (!product || product.revision === 0) return 'Units that can be bought.';
  const held = product.held > 0 ? ` ${product.held} more are in open checkouts.` : '';
  return `Units that can be bought. Units sold while you edit stay sold.${held}`;
}

function MoreFields({ shopForm, onUploading }: PartProps & { onUploading: (count: number) => void }) {
  const { watch, setValue, getValues, formState } = shopForm.form;
  const { errors } = formState;
  const change = <N extends 'images' | 'variants' | 'option_names'>(name: N, value: ProductValues[N]) =>
    setValue(name, value as never, { shouldDirty: true });
  const variantErrors = errors.variants as
    | (Readonly<Record<string, Readonly<Record<string, { message?: string }>>>> & { message?: string })
    | undefined;
  const errorOf = (path: string) => {
    const [index = '', name = ''] = path.split('.');
    return variantErrors?.[index]?.[name]?.message;
  };

  const isWrong = (section: 'details' | 'search engines') => fieldsOf(section).some((name) => errors[name]);

  return (
    <>
      <PicturesEditor
        pictures={watch('images')}
        onChange={(next: (now: readonly PictureValue[]) => PictureValue[]) =>
          change('images', next(getValues('images')))
        }
        onUploading={onUploading}
        error={(errors.images as FieldError | undefined)?.message}
      />
      <VariantsEditor
        optionNames={watch('option_names')}
        variants={watch('variants')}
        pictures={watch('images')}
        sku={watch('sku')}
        errorOf={errorOf}
        onNames={(text) => change('option_names', text)}
        onChange={(variants) => change('variants', variants)}
      />
      {variantErrors?.message && <p className="field-error">{variantErrors.message}</p>}
      <CustomFields shopForm={shopForm} categoryId={Number(watch('category_id'))} />
      <Group title="Details" isWrong={isWrong('details')}>
        <SectionFields section="details" shopForm={shopForm} />
      </Group>
      <Group title="For search engines" isWrong={isWrong('search engines')}>
        <SectionFields section="search engines" shopForm={shopForm} />
      </Group>
    </>
  );
}
