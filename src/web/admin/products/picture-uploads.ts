import { useRef, useState } from 'react';
import { messageOf } from '#web/api/api-error.ts';
import { uploadPicture } from '../shared/upload-picture.ts';

interface Receivers {
  /** Gets the shop's address of each picture, in the order in which the files were chosen. */
  onUploaded: (url: string, fileName: string) => void;
  /** Tells how many are on their way. */
  onUploading: (count: number) => void;
}

/** Pictures on their way to the shop, several at once. */
export function usePictureUploads({ onUploaded, onUploading }: Receivers) {
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [waiting, setWaiting] = useState(0);
  const count = useRef(0);

  const track = (change: number) => {
    count.current += change;
    setWaiting(count.current);
    onUploading(count.current);
  };
  /** What became of a file: the shop's address of it, or why there is none. */
  const upload = async (file: File): Promise<{ url: string } | { problem: string }> => {
    track(1);
    try {
      return { url: await uploadPicture(file) };
    } catch (failure) {
      return { problem: `${file.name}: ${messageOf(failure)}` };
    } finally {
      track(-1);
    }
  };
  return {
    /** How many are on their way. */
    waiting,
    /** Of the files that were taken last, in words. */
    problems,
    take: async (files: readonly File[]) => {
      setProblems([]);
      for (const [index, underWay] of files.map(upload).entries()) {
        const done = await underWay;
        if ('problem' in done) setProblems((now) => [...now, done.problem]);
        else onUploaded(done.url, files[index]?.name ?? '');
      }
    },
  };
}
