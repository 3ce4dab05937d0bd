import { useRef, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { ApiError } from '#web/api/api-error.ts';
import { adoptSaved, type ShopForm, useShopForm } from '#web/shared/forms/shop-form.ts';
import type { Notify } from '#web/shared/notice.tsx';
import { type Section, type Settings, useApplySection } from './settings-data.ts';

export interface SectionProps<S extends Section> {
  readonly settings: Settings[S];
  readonly notify: Notify;
}

export interface SectionForm<V extends FieldValues> extends ShopForm<V> {
  /** Saved by another admin meanwhile; undefined: no. */
  readonly conflict:
    | { readonly by: string | null; readonly loadTheirs: () => void; readonly keepMine: () => void }
    | undefined;
  /** A confirmation that the server requires before saving; submitting again confirms. */
  readonly warning: { readonly message: string; readonly answer: (isYes: boolean) => void } | undefined;
}

interface SavedSection {
  readonly revision: number;
  readonly updatedBy: string | null;
}

interface RevisionedForm<T extends SavedSection, V> {
  /** Identifies the form, for restoring interrupted input. */
  readonly key: string;
  /** The tab's name, for the success message. */
  readonly name: string;
  readonly settings: T;
  /** The settings' values in the form. */
  readonly valuesOf: (settings: T) => V;
  /** @param isConfirmed the server's warning was shown and confirmed. */
  readonly save: (values: V, revision: number, isConfirmed: boolean) => Promise<T>;
  /** The settings in the `data` of `settings.changed`. */
  readonly readConflict: (data: unknown) => T;
  /** Shows what was saved elsewhere on the page. */
  readonly apply: (saved: T) => void;
  readonly notify: Notify;
}

type SectionOptions<S extends Section, V> = Pick<
  RevisionedForm<Settings[S], V>,
  'name' | 'settings' | 'valuesOf' | 'save' | 'notify'
> & {
  readonly section: S;
};

/** The form of one section of the shop's settings. */
export function useSection<S extends Section, V extends FieldValues>(of: SectionOptions<S, V>): SectionForm<V> {
  const { section } = of;
  const applySection = useApplySection();
  return useRevisionedForm<Settings[S], V>({
    ...of,
    key: `settings:${section}`,
    readConflict: (data) => data as Settings[S],
    apply: (saved) => applySection(section, saved),
  });
}

/** The form of one tab: saves on top of the revision it was filled with, and reports when that is outdated. */
export function useRevisionedForm<T extends SavedSection, V extends FieldValues>(
  of: RevisionedForm<T, V>,
): SectionForm<V> {
  const { key, name, settings, valuesOf, save, readConflict, apply, notify } = of;
  const revision = useRef(settings.revision);
  const [theirs, setTheirs] = useState<T>();
  const [warned, setWarned] = useState<string>();
  const isConfirmed = useRef(false);

  /** @param sent the values that were saved; undefined: what is stored replaces everything typed. */
  const accept = (saved: T, sent?: V) => {
    revision.current = saved.revision;
    setTheirs(undefined);
    if (sent) adoptSaved(shopForm.form, sent, valuesOf(saved));
    else shopForm.startOver(valuesOf(saved));
    apply(saved);
  };
  const shopForm = useShopForm<V>(
    valuesOf(settings),
    async (values) => {
      const confirmed = isConfirmed.current;
      isConfirmed.current = false;
      setWarned(undefined);
      try {
        accept(await save(values, revision.current, confirmed), values);
        notify('success', `${name} settings saved successfully!`);
      } catch (error) {
        if (error instanceof ApiError && error.code === 'settings.changed') setTheirs(readConflict(error.data));
        if (error instanceof ApiError && error.code === 'settings.open_payments') setWarned(error.message);
        throw error;
      }
    },
    { name: key },
  );
  const conflict = theirs && {
    by: theirs.updatedBy,
    loadTheirs: () => accept(theirs),
    // The confirm button submits as well.
    keepMine: () => {
      revision.current = theirs.revision;
    },
  };
  const answer = (isYes: boolean) => {
    setWarned(undefined);
    isConfirmed.current = isYes;
  };
  const warning = warned === undefined ? undefined : { message: warned, answer };
  return { ...shopForm, conflict, warning };
}
