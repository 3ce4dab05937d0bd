import { useRef, useState } from 'react';
import { ApiError, messageOf } from '#web/api/api-error.ts';
import { unreadableInputs, unreadableMessage } from '#web/shared/forms/unreadable-inputs.ts';
import { useUnsavedGuard } from '#web/shared/forms/unsaved-changes.tsx';
import { INTERRUPTED, useStoredInput } from '#web/shared/forms/use-saved-input.ts';
import { toast } from '#web/ui/toast.ts';

/** A record whose content is edited as a draft until it is published. */
export interface Drafted<Content> {
  readonly revision: number;
  /** Null: nothing is waiting to be published. */
  readonly draft: Content | null;
  /** Null: the shop shows its default. */
  readonly published: Content | null;
}

type Change<T> = (revision: number) => Promise<T>;

interface DraftOptions<Content, T extends Drafted<Content>> {
  readonly opened: T;
  /** What the form contains. */
  readonly content: Content;
  /** The content before anything has been saved. */
  readonly empty: Content;
  readonly isSame: (one: Content, other: Content) => boolean;
  /** Each gets the revision that it is based on, and is refused with a code ending in `.changed` if there is a newer one. */
  readonly changes: {
    readonly save: Change<T>;
    readonly publish: Change<T>;
    readonly discard: Change<T>;
    readonly withdraw: Change<T>;
  };
  /** Key of the record in the data of that refusal. */
  readonly nameOf: string;
  /** Fills the form with this content. */
  readonly onShow: (content: Content) => void;
  readonly onRefused?: (error: ApiError) => void;
  readonly messages: { readonly published: string; readonly withdrawn: string };
}

/** Saves, publishes, discards and withdraws a draft; `DraftPage` is the page around its form. */
export function useDraft<Content, T extends Drafted<Content>>(options: DraftOptions<Content, T>) {
  const { content, empty, isSame, changes, nameOf, onShow, onRefused, messages } = options;
  const [stored, setStored] = useState(options.opened);
  const [busy, setBusy] = useState<'save' | 'publish' | 'other' | null>(null);
  const [asked, setAsked] = useState<'discard' | 'withdraw' | null>(null);
  const [failure, setFailure] = useState<{ message: string | null; attempt: number }>({ message: null, attempt: 0 });
  const [theirs, setTheirs] = useState<T>();
  const isDirty = !isSame(contentOf(stored, empty), content);
  const typed = useRef(content);
  typed.current = content;
  const question = useUnsavedGuard(isDirty && busy === null);

  useStoredInput({
    name: `draft ${nameOf}`,
    isDirty,
    read: () => ({ content: typed.current }),
    restore: (input) => {
      onShow(input.content as Content);
      setFailure(({ attempt: before }) => ({ message: INTERRUPTED, attempt: before + 1 }));
    },
  });

  const adopt = (now: T) => {
    setStored(now);
    setTheirs(undefined);
  };
  const show = (now: T) => {
    adopt(now);
    onShow(contentOf(now, empty));
  };
  const attempt = async (kind: typeof busy, work: () => Promise<T>, done: string) => {
    const [unreadable] = kind === 'other' ? [] : unreadableInputs(document);
    if (unreadable)
      return setFailure(({ attempt: before }) => ({ message: unreadableMessage(unreadable), attempt: before + 1 }));
    setBusy(kind);
    setFailure(({ attempt: before }) => ({ message: null, attempt: before }));
    try {
      const now = await work();
      if (kind === 'other' || isSame(typed.current, content)) show(now);
      // What was typed in the meantime stays, as unsaved changes.
      else adopt(now);
      toast(done);
    } catch (error) {
      if (error instanceof ApiError) {
        onRefused?.(error);
        if (error.code?.endsWith('.changed')) setTheirs((error.data as Readonly<Record<string, T>> | null)?.[nameOf]);
      }
      const isIncomplete = error instanceof ApiError && error.code === 'request.invalid';
      const message = isIncomplete ? 'Please correct what is marked below.' : messageOf(error);
      setFailure(({ attempt: before }) => ({ message, attempt: before + 1 }));
    }
    setBusy(null);
    setAsked(null);
  };
  return {
    stored,
    isDirty,
    busy,
    asked,
    failure,
    /** What another admin saved meanwhile; undefined: nothing. */
    theirs,
    /** The dialog that asks before input is lost; render it. */
    question,
    show,
    ask: setAsked,
    save: (revision = stored.revision) => attempt('save', () => changes.save(revision), 'Draft saved'),
    publish: () =>
      attempt(
        'publish',
        async () => {
          const draft = isDirty ? await changes.save(stored.revision) : stored;
          // If publishing is refused, the draft has been saved nevertheless.
          setStored(draft);
          return changes.publish(draft.revision);
        },
        messages.published,
      ),
    discard: () => attempt('other', () => changes.discard(stored.revision), 'Draft discarded'),
    withdraw: () => attempt('other', () => changes.withdraw(stored.revision), messages.withdrawn),
  };
}

const contentOf = <Content>({ draft, published }: Drafted<Content>, empty: Content): Content =>
  draft ?? published ?? empty;
