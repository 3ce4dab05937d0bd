import { useRef, useState } from 'react';
import { messageOf } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { setSignedIn, type User } from '#web/shared/auth/auth.ts';
import type { Notify } from '#web/shared/notice.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { CropDialog } from './crop-dialog.tsx';
import { openPicture, readOriginal } from './small-picture.ts';

/** The initials of the first and last word of a name. */
function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? '')][0] ?? '');
  return letters.join('').toUpperCase();
}

/** The avatar at 120 px (back-office §2), with a camera button that opens the crop dialog. */
export function AvatarPicker({ user, notify }: { user: User; notify: Notify }) {
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [opened, setOpened] = useState<ImageBitmap | null>(null);

  const send = async (image: string) => {
    setSignedIn(await call('PUT /account/avatar', { body: { image } }));
    notify('success', 'Avatar updated successfully!');
  };
  const remove = async () => {
    setSignedIn(await call('DELETE /account/avatar'));
    notify('success', 'Avatar updated successfully!');
  };
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      notify('danger', messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  const open = async (file: File) => {
    const picture = await openPicture(file);
    if (picture) setOpened(picture);
    else await send(await readOriginal(file));
  };
  const close = () => {
    opened?.close();
    setOpened(null);
  };

  return (
    <div className="grid justify-items-center gap-1">
      <div className="relative size-30" aria-busy={busy}>
        {user.avatar ? (
          <img src={user.avatar} alt="" width={120} height={120} className="size-30 rounded-full object-cover" />
        ) : (
          <span
            aria-hidden="true"
            className="grid size-30 place-items-center rounded-full bg-accent-soft font-display text-4xl font-semibold text-ink"
          >
            {initials(user.name)}
          </span>
        )}
        <button
          type="button"
          className="absolute -right-1 -bottom-1 grid size-11 place-items-center rounded-full border border-edge bg-surface hover:border-ink"
          aria-label={user.avatar ? 'Change picture' : 'Add a picture'}
          disabled={busy}
          onClick={() => input.current?.click()}
        >
          <Icon name="camera" />
        </button>
      </div>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        aria-label="Picture file"
        onChange={(event) => {
          const file = event.target.files?.[0];
          // Choosing the same file again must fire a change event.
          event.target.value = '';
          if (file) void attempt(() => open(file));
        }}
      />
      {user.avatar && (
        <button type="button" className="link min-h-11 text-small" disabled={busy} onClick={() => void attempt(remove)}>
          Remove picture
        </button>
      )}
      {opened && (
        <CropDialog
          picture={opened}
          onClose={close}
          onSave={async (image) => {
            await send(image);
            close();
          }}
        />
      )}
    </div>
  );
}
