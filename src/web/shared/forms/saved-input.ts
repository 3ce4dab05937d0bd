import { inTab } from '#web/api/browser-storage.ts';

/** Unsaved input of a form in this tab when the session ended. */
const KEY = 'typed';
/** Discarded after this time. */
const KEPT_MS = 60 * 60 * 1000;
/** Never stored. */
const SECRET = /password|secret|token/i;

export type SavedInput = Readonly<Record<string, unknown>>;

interface StoredInput {
  /** The form and its record, such as `category:7`. */
  readonly form: string;
  /** A different user in this tab starts with the server's values. */
  readonly userId: number;
  readonly at: number;
  readonly values: SavedInput;
  /** What its dialog was editing, to reopen it. */
  readonly opened: unknown;
}

/** What open dialogs in the page edit, by form kind. */
const opened = new Map<string, unknown>();

const kindOf = (form: string): string => form.split(':')[0] ?? form;

export function setOpenDialog(kind: string, what: unknown): void {
  opened.set(kind, what);
}

export function saveInput(form: string, userId: number, typed: SavedInput): void {
  const values = Object.fromEntries(Object.entries(typed).filter(([field]) => !SECRET.test(field)));
  const stored: StoredInput = { form, userId, at: Date.now(), values, opened: opened.get(kindOf(form)) ?? null };
  inTab.writeJson(KEY, stored);
}

/** The input of this form before the session ended; returned once. */
export function takeSavedInput(form: string, userId: number): SavedInput | null {
  const stored = readKept();
  if (stored?.form !== form || stored.userId !== userId) return null;
  clearSavedInput();
  return stored.values;
}

/** What the dialog of this form kind was editing when the session ended; null: none was open. */
export function savedDialog(kind: string, userId: number | undefined): unknown {
  const stored = readKept();
  return stored && stored.userId === userId && kindOf(stored.form) === kind ? stored.opened : null;
}

export function clearSavedInput(): void {
  inTab.remove(KEY);
}

function readKept(): StoredInput | null {
  const stored = inTab.readJson<StoredInput>(KEY);
  return stored && Date.now() - stored.at < KEPT_MS ? stored : null;
}
