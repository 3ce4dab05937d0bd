import { type DragEvent, useRef, useState } from 'react';
import { messageOf } from '#web/api/api-error.ts';
import { Picture } from '#web/shared/catalogue/picture.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { ACCEPTED_PICTURES, uploadPicture } from '../shared/upload-picture.ts';
import type { PictureValue } from './product-values.ts';

interface PicturesEditorProps {
  pictures: readonly PictureValue[];
  /** Receives what the pictures were and gives back what they are: several uploads may end at once. */
  onChange: (change: (pictures: readonly PictureValue[]) => PictureValue[]) => void;
  /** Tells how many are on their way. */
  onUploading: (count: number) => void;
  error: string | undefined;
}

/** The pictures of a product: added by choosing or dropping files, ordered by dragging or by the arrow buttons. */
export function PicturesEditor({ pictures, onChange, onUploading, error }: PicturesEditorProps) {
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [isOver, setOver] = useState(false);
  const [said, setSaid] = useState('');
  const [waiting, setWaiting] = useState(0);
  const count = useRef(0);
  const dragged = useRef<number | null>(null);
  const [aim, setAim] = useState<number | null>(null);

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
  /** All on their way at once, yet in the order in which they were chosen. */
  const take = async (files: readonly File[]) => {
    setProblems([]);
    for (const [index, underWay] of files.map(upload).entries()) {
      const name = files[index]?.name ?? '';
      const done = await underWay;
      if ('problem' in done) {
        setProblems((now) => [...now, done.problem]);
        continue;
      }
      onChange((now) =>
        now.some(({ url }) => url === done.url) ? [...now] : [...now, { url: done.url, alt: altOf(name) }],
      );
      setSaid(`${name} added`);
    }
  };
  const move = (from: number, to: number) => {
    if (from === to || to < 0 || to >= pictures.length) return;
    onChange((now) => {
      const next = [...now];
      const [picture] = next.splice(from, 1);
      if (picture) next.splice(to, 0, picture);
      return next;
    });
    setSaid(`Picture ${from + 1} is now picture ${to + 1} of ${pictures.length}`);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (event.dataTransfer.files.length > 0) void take([...event.dataTransfer.files]);
  };

  return (
    <fieldset className="grid gap-3">
      <legend className="field-label mb-2">Pictures</legend>
      {pictures.length > 0 && (
        <ol className="grid gap-3 sm:grid-cols-2">
          {pictures.map((picture, index) => (
            <li
              key={picture.url}
              draggable
              className={`flex cursor-grab gap-3 rounded-field border bg-surface p-2 ${aim === index ? 'border-ink' : 'border-line'}`}
              onDragStart={(event) => {
                dragged.current = index;
                event.dataTransfer.effectAllowed = 'move';
                event.dataTransfer.setData('text/plain', picture.url);
              }}
              onDragOver={(event) => {
                event.preventDefault();
                if (dragged.current !== null && dragged.current !== index) setAim(index);
              }}
              onDragLeave={() => setAim(null)}
              onDragEnd={() => {
                dragged.current = null;
                setAim(null);
              }}
              onDrop={(event) => {
                if (event.dataTransfer.files.length > 0) return;
                event.preventDefault();
                event.stopPropagation();
                if (dragged.current !== null) move(dragged.current, index);
                dragged.current = null;
              }}
            >
              <div className="w-24 flex-none overflow-hidden rounded-field">
                <Picture src={picture.url} alt="" sizes="96px" />
              </div>
              <div className="grid min-w-0 flex-1 content-between gap-1">
                <input
                  className="input input-small"
                  aria-label={`Text for picture ${index + 1}`}
                  placeholder="What it shows, in words"
                  maxLength={200}
                  value={picture.alt}
                  onChange={({ target }) =>
                    onChange((now) => now.map((one, at) => (at === index ? { ...one, alt: target.value } : one)))
                  }
                />
                <div className="flex items-center">
                  <span className="mr-auto text-muted text-small">{index === 0 ? 'Main picture' : `${index + 1}`}</span>
                  <MoveButton
                    label={`Move picture ${index + 1} earlier`}
                    icon="chevron-left"
                    isOff={index === 0}
                    onPress={() => move(index, index - 1)}
                  />
                  <MoveButton
                    label={`Move picture ${index + 1} later`}
                    icon="chevron-right"
                    isOff={index === pictures.length - 1}
                    onPress={() => move(index, index + 1)}
                  />
                  <MoveButton
                    label={`Remove picture ${index + 1}`}
                    icon="trash"
                    isOff={false}
                    onPress={() => onChange((now) => now.filter((_, at) => at !== index))}
                  />
                </div>
              </div>
            </li>
          ))}
        </ol>
      )}
      <label
        className="drop-zone"
        data-over={isOver}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        <input
          type="file"
          className="sr-only"
          accept={ACCEPTED_PICTURES}
          multiple
          aria-label="Add pictures"
          onChange={({ target }) => {
            void take([...(target.files ?? [])]);
            target.value = '';
          }}
        />
        <Icon name="plus" />
        <span>
          <strong>Choose pictures</strong> or drop them here
        </span>
        <span className="text-muted text-small">JPEG, PNG, WebP, GIF or AVIF, 10 MB at most</span>
      </label>
      {waiting > 0 && (
        <p className="text-muted text-small">Uploading {waiting === 1 ? 'a picture' : `${waiting} pictures`}…</p>
      )}
      {[...(error ? [error] : []), ...problems].map((problem) => (
        <p key={problem} className="field-error" role="alert">
          {problem}
        </p>
      ))}
      <p className="sr-only" role="status">
        {said}
      </p>
    </fieldset>
  );
}

interface MoveButtonProps {
  label: string;
  icon: 'chevron-left' | 'chevron-right' | 'trash';
  isOff: boolean;
  onPress: () => void;
}

/** It stays reachable at the ends, so that the focus is not lost when a picture arrives there. */
function MoveButton({ label, icon, isOff, onPress }: MoveButtonProps) {
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={label}
      title={label}
      aria-disabled={isOff}
      onClick={isOff ? undefined : onPress}
    >
      <Icon name={icon} />
    </button>
  );
}

/** A first text, better than none: `red-teapot_2.jpg` is 'red teapot 2'. */
const altOf = (fileName: string): string =>
  fileName
    .replace(/\.\w+$/, '')
    .replace(/[-_]+/g, ' ')
    .trim()
    .slice(0, 200);
