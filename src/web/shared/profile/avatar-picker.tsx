import { useRef, useState } from 'react';
import { messageOf } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { becomeUser, type User } from '#web/shared/auth/auth.ts';
import { Icon } from '#web/ui/icon.tsx';
import { smallPicture } from './small-picture.ts';
import type { Tell } from './told.tsx';

/** The first letters of the first and the last word of a name. */
function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? '')][0] ?? '');
  return letters.join('').toUpperCase();
}

/** The person's picture at 120 px (back-office §2), with a camera button that changes it. */
export function AvatarPicker({ user, tell }: { user: User; tell: Tell }) {
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);

  const change = async (send: () => Promise<User>) => {
    setBusy(true);
    try {
      becomeUser(await send());
      tell('success', 'Avatar updated successfully!');
    } catch (error) {
      tell('danger', messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  const upload = async (file: File | undefined) => {
    if (!file) return;
    await change(async () => call('PUT /account/avatar', { body: { image: await smallPicture(file) } }));
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
          // The same file again is a change, too.
          event.target.value = '';
          void upload(file);
        }}
      />
      {user.avatar && (
        <button
          type="button"
          className="link min-h-11 text-small"
          disabled={busy}
          onClick={() => void change(() => call('DELETE /account/avatar'))}
        >
          Remove picture
        </button>
      )}
    </div>
  );
}
