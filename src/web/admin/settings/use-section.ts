import { useRef, useState } from 'react';
import type { DefaultValues, FieldValues } from 'react-hook-form';
import { ApiError } from '#web/api/api-error.ts';
import { type ShopForm, useShopForm } from '#web/shared/forms/shop-form.ts';
import { type Section, type Settings, useApplySection } from './settings-data.ts';

export type Tell = (tone: 'success' | 'danger', message: string) => void;

export interface SectionProps<S extends Section> {
  readonly settings: Settings[S];
  readonly tell: Tell;
}

export interface SectionForm<V extends FieldValues> extends ShopForm<V> {
  /** Saved by another admin meanwhile; undefined: no. */
  readonly conflict:
    | { readonly by: string | null; readonly loadTheirs: () => void; readonly keepMine: () => void }
    | undefined;
  /** A confirmation that the server requires before saving; submitting again confirms. */
  readonly warning: { readonly message: string; readonly answer: (isYes: boolean) => void } | undefined;
}

interface Sectioned<S extends Section, V> {
  readonly section: S;
  /** The tab's name, for the success message. */
  readonly name: string;
  readonly settings: Settings[S];
  /** The section's values in the form. */
  readonly valuesOf: (settings: Settings[S]) => V;
  /** @param isConfirmed the server's warning was shown and confirmed. */
  readonly save: (values: V, revision: number, isConfirmed: boolean) => Promise<Settings[S]>;
  readonly tell: Tell;
}

/** The form of one tab: saves on top of the revision it was filled with, and reports when that is outdated. */
export function useSection<S extends Section, V extends FieldValues>(of: Sectioned<S, V>): SectionForm<V> {
  const { section, name, settings, valuesOf, save, tell } = of;
  const takeOver = useApplySection();
  const revision = useRef(settings.revision);
  const [loadedAfter, setLoadedAfter] = useState(0);
  const [theirs, setTheirs] = useState<Settings[S]>();
  const [warned, setWarned] = useState<string>();
  const isConfirmed = useRef(false);

  const accept = (saved: Settings[S]) => {
    revision.current = saved.revision;
    setTheirs(undefined);
    shopForm.form.reset(valuesOf(saved) as DefaultValues<V>);
    takeOver(section, saved);
  };
  const shopForm = useShopForm<V>(
    valuesOf(settings),
    async (values) => {
      const confirmed = isConfirmed.current;
      isConfirmed.current = false;
      setWarned(undefined);
      try {
        accept(await save(values, revision.current, confirmed));
        tell('success', `${name} settings saved successfully!`);
      } catch (error) {
        if (error instanceof ApiError && error.code === 'settings.changed') setTheirs(error.data as Settings[S]);
        if (error instanceof ApiError && error.code === 'settings.open_payments') setWarned(error.message);
        throw error;
      }
    },
    { name: `settings:${section}` },
  );
  const conflict = theirs && {
    by: theirs.updatedBy,
    loadTheirs: () => {
      accept(theirs);
      setLoadedAfter(shopForm.attempt);
    },
    // The confirm button submits as well.
    keepMine: () => {
      revision.current = theirs.revision;
    },
  };
  const failure = loadedAfter === shopForm.attempt ? null : shopForm.failure;
  const answer = (isYes: boolean) => {
    setWarned(undefined);
    isConfirmed.current = isYes;
  };
  const warning = warned === undefined ? undefined : { message: warned, answer };
  return { ...shopForm, failure, conflict, warning };
}
