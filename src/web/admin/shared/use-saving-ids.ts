import { useState } from 'react';

/** Tracks which records of a list are being saved; several can be at once. */
export function useSavingIds() {
  const [ids, setIds] = useState<readonly number[]>([]);
  return {
    isSaving: (id: number): boolean => ids.includes(id),
    track: async <T>(id: number, saved: Promise<T>): Promise<T> => {
      setIds((now) => [...now, id]);
      try {
        return await saved;
      } finally {
        setIds((now) => now.toSpliced(now.indexOf(id), 1));
      }
    },
  };
}
