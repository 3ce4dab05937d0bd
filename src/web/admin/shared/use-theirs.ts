import { useRef, useState } from 'react';
import { ApiError } from '#web/api/api-error.ts';

interface Revised {
  readonly revision: number;
}

/**
 * Saving on top of the revision that was opened. When somebody was quicker, theirs comes with the refusal (its code ends
 * in `.changed`), so that the form can offer it.
 * @param nameOf where the thing stands in the refusal's data
 */
export function useTheirs<T extends Revised>(opened: T | null, nameOf: string) {
  const revision = useRef(opened?.revision);
  const [theirs, setTheirs] = useState<T>();
  return {
    /** What somebody else saved meanwhile; undefined: nobody has. */
    theirs,
    /** From here on the form saves on top of theirs. */
    keepMine: (now: T) => {
      revision.current = now.revision;
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
