import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useConcurrentEdit, useRequestKey } from '#plugin/admin';
import { adoptSaved, isSameJson, messageOf, navigate, toast, toastFailure, useShopForm } from '#plugin/web';
import { type Entry, type EntryKind, type EntryValues, valuesOf } from './entry-kinds.ts';

/** The form of a page or post: creates, saves and deletes it, and notices what others have changed. */
export function useEntryForm(kind: EntryKind, opened: Entry | null) {
  const client = useQueryClient();
  const once = useRequestKey();
  const [entry, setEntry] = useState(opened);
  /** The React key of the text editor: it starts over when another text is loaded. */
  const [textVersion, setTextVersion] = useState(0);
  const edit = useConcurrentEdit(entry, kind.noun);

  const refresh = () => void client.invalidateQueries({ queryKey: [kind.listKey] });
  const adopt = (saved: Entry) => {
    edit.keepMine(saved);
    setEntry(saved);
    refresh();
  };
  const shopForm = useShopForm<EntryValues>(
    valuesOf(entry),
    (values) =>
      edit.save(async (on) => {
        if (!on) {
          const created = await typedMeanwhile(await once(values, (key) => kind.create(values, key)), values);
          form.reset(form.getValues());
          toast(`${kind.name} ${created.title} created`);
          refresh();
          navigate(`${kind.list}/${created.id}`, { replace: true });
          return;
        }
        const saved = await kind.change(on.id, values, on.revision);
        adopt(saved);
        adoptSaved(form, values, valuesOf(saved));
        toast(`${kind.name} ${saved.title} saved`);
      }),
    {
      incomplete: 'Please check the marked fields.',
      name: `${kind.noun}:${opened?.id ?? 'new'}`,
      onRestored: () => setTextVersion((version) => version + 1),
    },
  );
  const { form } = shopForm;
  /** Saves what was typed while the entry was created: its own page opens next, and starts with what is stored. */
  const typedMeanwhile = async (created: Entry, sent: EntryValues): Promise<Entry> => {
    const typed = form.getValues();
    if (isSameJson(typed, sent)) return created;
    try {
      return await kind.change(created.id, typed, created.revision);
    } catch (error) {
      toastFailure(`What you typed while saving is not saved. ${messageOf(error)}`);
      return created;
    }
  };

  /** @returns whether it is gone; otherwise, the reason was shown */
  const remove = async (): Promise<boolean> => {
    if (!entry) return false;
    try {
      await kind.remove(entry.id);
      toast(`${kind.name} ${entry.title} deleted`);
      form.reset(form.getValues());
      refresh();
      navigate(kind.list);
      return true;
    } catch (error) {
      toastFailure(messageOf(error));
      return false;
    }
  };

  const showTheirs = (now: Entry) => {
    adopt(now);
    shopForm.startOver(valuesOf(now));
    setTextVersion(textVersion + 1);
  };

  return { entry, shopForm, textVersion, theirs: edit.theirs, showTheirs, keepMine: edit.keepMine, remove };
}
