import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { type ShopForm, useShopForm } from '#web/shared/forms/shop-form.ts';
import { useRequestKey } from '#web/shared/forms/use-request-key.ts';
import { EditConflict } from './edit-conflict.tsx';
import { useConcurrentEdit } from './use-concurrent-edit.ts';

interface StoredRecord {
  readonly id: number;
  readonly revision: number;
}

/** How a dialog that creates and edits records saves them. @template F the request's body */
export interface RecordEditing<R, F> {
  onClose: () => void;
  /**
   * @param record null: a new one
   * @param key idempotency key of the request
   * @throws ApiError when refused
   */
  onSave: (record: R | null, form: F, key: string) => Promise<void>;
  /** Starts over with what another admin has saved. */
  onNewer: (record: R) => void;
}

interface RecordFormOptions<R, V, F> extends Pick<RecordEditing<R, F>, 'onSave' | 'onNewer'> {
  /** Null: a new one. */
  record: R | null;
  /** First part of the form's name, such as `coupon`. */
  kind: string;
  /** Key of the record in the data of a refusal. Default: `kind`. */
  noun?: string;
  values: V;
  /** @throws ApiError for values that cannot be sent */
  formOf: (values: V) => F;
}

/**
 * The form of a record that other admins may change at the same time.
 * @returns the form, and the notice to show after a concurrent change
 */
export function useRecordForm<R extends StoredRecord, V extends FieldValues, F>({
  record,
  kind,
  noun = kind,
  values,
  formOf,
  onSave,
  onNewer,
}: RecordFormOptions<R, V, F>): { shopForm: ShopForm<V>; conflict: ReactNode } {
  const once = useRequestKey();
  const { theirs, keepMine, save } = useConcurrentEdit(record, noun);
  const shopForm = useShopForm(
    values,
    async (typed) => {
      const form = formOf(typed);
      await save((on) => once(form, (key) => onSave(on, form, key)));
    },
    { name: `${kind}:${record?.id ?? 'new'}` },
  );
  return {
    shopForm,
    conflict: theirs && <EditConflict newer={{ read: async () => theirs, show: onNewer }} onKeep={keepMine} />,
  };
}
