import { inTab } from '#web/api/browser-storage.ts';

/** What stood unsaved in a form when the session ended under it, in this tab. */
const KEY = 'typed';
/** Whoever comes back later begins anew. */
const KEPT_MS = 60 * 60 * 1000;
/** Never written down. */
const SECRET = /password|secret|token/i;

export type Typed = Readonly<Record<string, unknown>>;

interface Kept {
  /** The form and what it is about, such as `category:7`. */
  readonly form: string;
  /** Somebody else who signs in in this tab starts with what the shop holds. */
  readonly userId: number;
  readonly at: number;
  readonly values: Typed;
  /** What its dialog was open with, to be opened again. */
  readonly opened: unknown;
}

/** What the dialogs in the page are open with, by the first part of their forms' names. */
const opened = new Map<string, unknown>();

const kindOf = (form: string): string => form.split(':')[0] ?? form;

export function noteOpened(kind: string, what: unknown): void {
  opened.set(kind, what);
}

export function keepTyped(form: string, userId: number, typed: Typed): void {
  const values = Object.fromEntries(Object.entries(typed).filter(([field]) => !SECRET.test(field)));
  const kept: Kept = { form, userId, at: Date.now(), values, opened: opened.get(kindOf(form)) ?? null };
  inTab.writeJson(KEY, kept);
}

/** What was typed into this form before the session ended; it is given out once. */
export function takeTyped(form: string, userId: number): Typed | null {
  const kept = readKept();
  if (kept?.form !== form || kept.userId !== userId) return null;
  forgetTyped();
  return kept.values;
}

/** What the dialog of a form of this kind was open with when the session ended under it; null: none was. */
export function openedBefore(kind: string, userId: number | undefined): unknown {
  const kept = readKept();
  return kept && kept.userId === userId && kindOf(kept.form) === kind ? kept.opened : null;
}

export function forgetTyped(): void {
  inTab.remove(KEY);
}

function readKept(): Kept | null {
  const kept = inTab.readJson<Kept>(KEY);
  return kept && Date.now() - kept.at < KEPT_MS ? kept : null;
}
