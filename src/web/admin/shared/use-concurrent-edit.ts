import { useRef, useState } from 'react';
import { ApiError } from '#web/api/api-error.ts';

interface RevisedRecord {
  readonly revision: number;
}

/**
 * Saves on top of the opened revision. If another admin saved first, the refusal (a code ending in `.changed`) contains
 * their version, so that the form can offer it.
 * @param nameOf key of the record in the refusal's data
 */
export function useConcurrentEdit<T extends RevisedRecord>(opened: T | null, nameOf: string) {
  const revision = useRef(opened?.revision);
  const [theirs, setTheirs] = useState<T>();
  return {
    /** What another admin saved meanwhile; undefined: nothing. */
    theirs,
    /** From now on the form saves on top of their version. */
    keepMine: (now: T) => {
      revision.current = now.revision;
      setTheirs(undefined);
    },
    /** @throws what `send` throws */
    save: async (send: (on: T | null) => Promise<void>): Promise<void> => {
      setTheirs(undefined);
      try {
        await send(opened && { ...opened, revision: revision.current ?? opened.revision });
      } catch (error) {
        if (error instanceof ApiError && error.code?.endsWith('.changed')) {
          setTheirs((error.data as Readonly<Record<string, T>> | null)?.[nameOf]);
        }
        throw error;
      }
    },
  };
}
