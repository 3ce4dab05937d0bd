import { useState } from 'react';
import { Dialog } from '#web/ui/dialog.tsx';
import { Switch } from '#web/ui/field.tsx';
import { SHOP_PARTS } from './admin-parts.ts';
import { areShortcutsOn, switchShortcuts } from './shortcuts.ts';

const GENERAL: readonly (readonly [keys: readonly string[], what: string])[] = [
  [['Ctrl', 'K'], 'Find anything (⌘ K on a Mac)'],
  [['/'], 'Search this page'],
  [['?'], 'This list'],
];

/** Lists all keyboard shortcuts, with a switch for single-key ones. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const [isOn, setOn] = useState(areShortcutsOn);
  const rows = [...GENERAL, ...SHOP_PARTS.map(({ key, name }) => [['g', key], `Go to ${name}`] as const)];
  return (
    <Dialog isOpen onClose={onClose} title="Keyboard shortcuts">
      <dl className="mb-6">
        {rows.map(([keys, what]) => (
          <div key={what} className="flex items-center justify-between gap-4 border-b border-line py-2">
            <dt>{what}</dt>
            <dd className="flex gap-1">
              {keys.map((key) => (
                <kbd key={key} className="key">
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <Switch
        label="Single-key shortcuts"
        hint="On this device. Ctrl K works either way."
        checked={isOn}
        onChange={({ target }) => {
          switchShortcuts(target.checked);
          setOn(target.checked);
        }}
      />
    </Dialog>
  );
}
