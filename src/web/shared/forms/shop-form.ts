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
import { unreadableInputs, unreadableMessage } from './unreadable-inputs.ts';
import { INTERRUPTED, useSavedInput } from './use-saved-input.ts';

export interface ShopForm<V extends FieldValues> {
  readonly form: UseFormReturn<V>;
  /** Props of a `ui/` control for one value: name, events, error and whether it is required, for screen readers. */
  readonly field: <P extends Path<V>>(
    name: P,
    rules?: RegisterOptions<V, P>,
  ) => UseFormRegisterReturn<P> & { readonly error: string | undefined; readonly 'aria-required'?: true };
  /** The error of a value without a control of its own, such as `links.0.label`. */
  readonly errorAt: (path: string) => string | undefined;
  /** The general error; fields have their own messages. */
  readonly failure: string | null;
  /** Counts submissions, so that the summary can take the focus again. */
  readonly attempt: number;
  readonly submit: (event: React.FormEvent<HTMLFormElement>) => void;
  /** Replaces whatever is typed, and removes the general error. */
  readonly startOver: (values: V) => void;
}

interface FormWords {
  /** Message for a failure without one. */
  readonly otherwise?: string;
  /** The message above an incomplete form; without one, the first invalid field takes the focus. */
  readonly incomplete?: string;
  /**
   * Identifies the form and its record, such as `category:7`: input interrupted by the end of the session is restored.
   */
  readonly name?: string;
  /** Called after the input was restored, for controls that keep their own state. */
  readonly onRestored?: () => void;
}

export const REQUIRED = 'This field is required.';

/** A rule of `field`: blank text counts as empty. */
export const notBlank =
  (missing = REQUIRED) =>
  (text: string): true | string =>
    text.trim() !== '' || missing;

/** A field error found before sending. */
export const fieldProblem = (field: string, message: string): ApiError =>
  new ApiError(message, { status: 0, errors: { [field]: [message] } });

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * After a save, the form shows what the server has stored. What was typed while it was saving stays, as unsaved changes.
 * @param sent the values that the save began with
 */
export function adoptSaved<V extends FieldValues>(form: UseFormReturn<V>, sent: V, saved: V): void {
  const typed = structuredClone(form.getValues());
  form.reset(saved);
  for (const [name, value] of Object.entries(typed)) {
    if (!isSame(value, sent[name])) form.setValue(name as Path<V>, value, { shouldDirty: true });
  }
}

/**
 * A form that keeps its input whatever happens: the server's refusal is shown beside its fields and as a message above
 * them.
 * @param save sends the values; errors are shown, an `ApiError` beside the fields it names
 */
export function useShopForm<V extends FieldValues>(
  defaultValues: V,
  save: (values: V) => Promise<void>,
  { otherwise, incomplete, name, onRestored }: FormWords = {},
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

  const errorAt = (path: string) => (get(form.formState.errors, path) as FieldError | undefined)?.message;

  useSavedInput(name, form, () => {
    fail(INTERRUPTED);
    onRestored?.();
  });
  return {
    form,
    field: (name, rules) => ({
      ...form.register(name, rules),
      error: errorAt(name),
      ...(rules?.required && { 'aria-required': true }),
    }),
    errorAt,
    ...state,
    startOver: (values) => {
      form.reset(values);
      setState(({ attempt }) => ({ failure: null, attempt }));
    },
    submit: (event) => {
      event.preventDefault();
      // Prevents concurrent submissions, also by Enter or by replayed early input.
      if (isUnderWay.current) return;
      // Errors of values without a registered control stay until they are cleared, and would keep the form from saving.
      form.clearErrors();
      const [first, ...others] = unreadableInputs(event.currentTarget);
      if (first) {
        for (const input of [first, ...others])
          if (input.name) form.setError(input.name as Path<V>, { message: unreadableMessage(input) });
        return fail((first.name && incomplete) || unreadableMessage(first));
      }
      isUnderWay.current = true;
      void submit(event).finally(() => {
        isUnderWay.current = false;
      });
    },
  };
}
