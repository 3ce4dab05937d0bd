import { useRef, useState } from 'react';
import { messageOf } from '#web/api/api-error.ts';
import { uploadPicture } from '../shared/upload-picture.ts';

interface Receivers {
  /** Gets the address of each picture, in the order in which the files were chosen. */
  onUploaded: (url: string, fileName: string) => void;
  /** Gets the number of pictures that are not uploaded yet. */
  onUploading: (count: number) => void;
}

/** Uploads pictures one after the other: the server processes one picture of a user at a time and limits how many may wait. */
export function usePictureUploads({ onUploaded, onUploading }: Receivers) {
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [waiting, setWaiting] = useState(0);
  const count = useRef(0);

  const track = (change: number) => {
    count.current += change;
    setWaiting(count.current);
    onUploading(count.current);
  };
  const upload = async (file: File): Promise<void> => {
    try {
      onUploaded(await uploadPicture(file), file.name);
    } catch (failure) {
      setProblems((now) => [...now, `${file.name}: ${messageOf(failure)}`]);
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
      track(files.length);
      for (const file of files) await upload(file);
    },
  };
}
