import { useLayoutEffect, useRef, useState } from 'react';
import { messageOf } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';

/** 10 MB take a while on a slow connection. */
const UPLOAD_OPTIONS = { timeoutMs: 120_000 };

/** For the file input; the server checks the content. */
export const ACCEPTED_PICTURES = 'image/jpeg,image/png,image/webp,image/gif,image/avif';

/** Uploads a picture. @returns its base path. @throws ApiError with the message to show. */
export async function uploadPicture(file: File): Promise<string> {
  const { picture } = await call('POST /admin/uploads', { body: formOf(file) }, UPLOAD_OPTIONS);
  return picture.url;
}

function formOf(file: File): FormData {
  const body = new FormData();
  body.append('file', file);
  return body;
}

interface PictureUpload<Stored> {
  /** Sends the form to the endpoint that stores pictures of this kind. */
  send: (body: FormData, options: typeof UPLOAD_OPTIONS) => Promise<Stored>;
  onUploaded: (stored: Stored) => void;
  /** Saving waits for the upload. */
  onUploading?: (isUploading: boolean) => void;
}

/** Uploads one picture at a time, as it is chosen. */
export function usePictureUpload<Stored>({ send, onUploaded, onUploading }: PictureUpload<Stored>) {
  const [isUploading, setUploading] = useState(false);
  const [problem, setProblem] = useState<string>();
  /** The form may have changed while the file was sent. */
  const latest = useRef(onUploaded);
  useLayoutEffect(() => {
    latest.current = onUploaded;
  });
  const track = (now: boolean) => {
    setUploading(now);
    onUploading?.(now);
  };
  return {
    isUploading,
    /** Why the last file was refused, with its name. */
    problem,
    /** Files after the first are ignored, and so are those chosen during an upload. */
    take: async ([file]: readonly File[]): Promise<void> => {
      if (!file || isUploading) return;
      setProblem(undefined);
      track(true);
      try {
        const stored = await send(formOf(file), UPLOAD_OPTIONS);
        latest.current(stored);
      } catch (failure) {
        setProblem(`${file.name}: ${messageOf(failure, 'The picture could not be uploaded.')}`);
      } finally {
        track(false);
      }
    },
  };
}
