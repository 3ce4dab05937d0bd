import { Suspense, useEffect, useState } from 'react';
import { auth } from '#web/shared/auth/auth.ts';
import { readDraft, saveDraft } from '#web/shared/checkout/draft.ts';
import { createStore } from '#web/ui/external-store.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { Quote } from '../quote.ts';
import type { OptionFieldsProps } from './option-fields.tsx';

type Values = Readonly<Record<string, string>>;

type Offered = NonNullable<Quote['options']>;

interface OptionInput {
  readonly userId: number | undefined;
  /** By key of the option. */
  readonly values: Values;
  readonly errors: Values;
  /** Fields of the last quote with options. During a rolling upgrade, a quote can come from a node that does not know them. */
  readonly offered: Offered;
}

const typed = createStore<OptionInput>({ userId: undefined, values: {}, errors: {}, offered: [] });

/** The id of the signed-in customer. Not a prop, because a shop without checkout options must not load code for it. */
const currentUserId = (): number => auth.read().user?.id ?? 0;

/** After a reload, the payment can be opened again before the fields are shown. */
function valuesOf(userId: number): Values {
  const { userId: owner, values } = typed.read();
  return owner === userId ? values : (readDraft(userId).options ?? {});
}

function change(key: string, value: string): void {
  const userId = currentUserId();
  const values = { ...valuesOf(userId), [key]: value };
  const { [key]: _, ...errors } = typed.read().errors;
  typed.write({ userId, values, errors });
  saveDraft(userId, { options: values });
}

const OptionFields = lazyPart<OptionFieldsProps>(
  () => import('./option-fields.tsx'),
  () => null,
);

/** The checkout fields of plug-ins. */
function Fields({ quote }: { quote: Quote | null }) {
  useState(() => {
    const userId = currentUserId();
    typed.write({ userId, values: readDraft(userId).options ?? {}, errors: {} });
  });
  useEffect(() => {
    if (quote?.options) typed.write({ offered: quote.options });
  }, [quote]);
  const { values, errors, offered } = typed.use();
  if (offered.length === 0) return null;
  return (
    <Suspense fallback={<Skeleton className="h-24" />}>
      <OptionFields options={offered} values={values} errors={errors} onChange={change} />
    </Suspense>
  );
}

/** Part of the page only in a shop whose plug-ins declare checkout options: `virtual:checkout-options`. */
export const checkoutOptions = {
  Fields,
  /** The values of options that the shop offers. */
  chosen(): Values {
    const values = valuesOf(currentUserId());
    return Object.fromEntries(typed.read().offered.flatMap(({ key }) => (values[key] ? [[key, values[key]]] : [])));
  },
  /** Shows a refusal beside its fields. @param refused messages by field of the request */
  showErrors(refused: Readonly<Record<string, readonly string[]>>): void {
    const errors = Object.entries(refused).flatMap(([path, [message]]) => {
      const [, key] = /^options\.(.+)$/.exec(path) ?? [];
      return key && message ? [[key, message] as const] : [];
    });
    typed.write({ errors: Object.fromEntries(errors) });
  },
};
