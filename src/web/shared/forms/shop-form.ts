import { useRef, useState } from 'react';
import {
  type FieldError,
  type FieldValues,
  get,
  type Path,
  type RegisterOptions,
  type UseFormRegisterReturn,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import { ApiError, messageOf } from '#web/api/api-error.ts';
import { useTypedBefore } from './use-typed-before.ts';

export interface ShopForm<V extends FieldValues> {
  readonly form: UseFormReturn<V>;
  /** All that a control of `ui/` takes of one of the values: its name, its events, and what is wrong with it. */
  readonly field: <P extends Path<V>>(
    name: P,
    rules?: RegisterOptions<V, P>,
  ) => UseFormRegisterReturn<P> & { readonly error: string | undefined };
  /** What went wrong as a whole; each wrong field has its own words. */
  readonly failure: string | null;
  /** Counts the submissions, so that a summary can take the focus anew. */
  readonly attempt: number;
  readonly submit: (event: React.FormEvent) => void;
}

interface FormWords {
  /** What is shown of a failure without words of its own. */
  readonly otherwise?: string;
  /** The sentence above a form that is not filled in; without one, the first wrong field takes the focus. */
  readonly incomplete?: string;
  /** Names the form and what it is about, such as `category:7`: what the end of the session interrupts is kept. */
  readonly name?: string;
}

const INTERRUPTED = 'Your session had ended. What you typed is here again, but it is not saved yet.';

/** A wrong field that is found before anything is sent. */
export const fieldProblem = (field: string, message: string): ApiError =>
  new ApiError(message, { status: 0, errors: { [field]: [message] } });

/**
 * A form that keeps what was typed, whatever happens: the server's refusal is shown beside the fields it names and, as
 * a sentence, above them.
 * @param save sends the values; what it throws is shown, an `ApiError` beside the fields it names
 */
export function useShopForm<V extends FieldValues>(
  defaultValues: V,
  save: (values: V) => Promise<void>,
  { otherwise, incomplete, name }: FormWords = {},
): ShopForm<V> {
  const form = useForm<V>({ defaultValues: defaultValues as never, shouldFocusError: incomplete === undefined });
  const [state, setState] = useState<{ failure: string | null; attempt: number }>({ failure: null, attempt: 0 });
  const fail = (failure: string | null) => setState(({ attempt }) => ({ failure, attempt: attempt + 1 }));

  const isUnderWay = useRef(false);
  const submit = form.handleSubmit(
    async (values) => {
      setState(({ attempt }) => ({ failure: null, attempt }));
      try {
        await save(values);
      } catch (error) {
        for (const [field, messages] of Object.entries(error instanceof ApiError ? error.errors : {})) {
          // Such as `variants.1.sku`.
          if ((field.split('.')[0] ?? '') in defaultValues)
            form.setError(field as Path<V>, { message: messages[0] ?? 'Please check this field.' });
        }
        fail(messageOf(error, otherwise));
      }
    },
    () => incomplete && fail(incomplete),
  );

  useTypedBefore(name, form, () => fail(INTERRUPTED));
  return {
    form,
    field: (name, rules) => ({
      ...form.register(name, rules),
      error: (get(form.formState.errors, name) as FieldError | undefined)?.message,
    }),
    ...state,
    submit: (event) => {
      event.preventDefault();
      // Also by Enter, or by what was pressed before the scripts came, a form is sent once at a time.
      if (isUnderWay.current) return;
      isUnderWay.current = true;
      void submit(event).finally(() => {
        isUnderWay.current = false;
      });
    },
  };
}
