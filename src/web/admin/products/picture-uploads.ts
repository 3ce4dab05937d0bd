import { useRef, useState } from 'react';
import { messageOf } from '#web/api/api-error.ts';
import { uploadPicture } from '../shared/upload-picture.ts';

interface Receivers {
  /** Receives the URL of each picture, in the order of the chosen files. */
  onUploaded: (url: string, fileName: string) => void;
  /** Receives the number of pending uploads. */
  onUploading: (count: number) => void;
}

/** Uploads pictures one after the other: the server processes one picture per user at a time and limits the queue. */
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
    /** Number of pending uploads. */
    waiting,
    /** Error messages of the last files. */
    problems,
    take: async (files: readonly File[]) => {
      setProblems([]);
      track(files.length);
      for (const file of files) await upload(file);
    },
  };
}
