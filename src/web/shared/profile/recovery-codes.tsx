import { useEffect, useRef, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { saveFile } from './save-file.ts';

/** The recovery codes, shown once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const [copied, setCopied] = useState('');
  const text = codes.join('\n');
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied('Copied.'),
      () => setCopied('The browser does not allow copying: please save or print them.'),
    );
  return (
    <div className="print-alone grid gap-4">
      <h3 ref={heading} tabIndex={-1} className="font-sans text-base font-semibold">
        Save these recovery codes
      </h3>
      {/* The printed sheet needs the shop's name. */}
      <p className="hidden print:block">{location.host}</p>
      <p className="max-w-[60ch] text-muted">
        Each code works once if you do not have your phone. They are shown only now: store them with your passwords.
      </p>
      <ul className="grid max-w-xl gap-x-8 gap-y-1 rounded-field bg-sunken p-4 font-mono sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3 print:hidden">
        <Button onClick={onDone}>I have saved them</Button>
        <Button look="secondary" onClick={() => saveFile('recovery-codes.txt', `${text}\n`, 'text/plain')}>
          <Icon name="download" /> Save as file
        </Button>
        {/* Only available in secure contexts. */}
        {navigator.clipboard && (
          <Button look="secondary" onClick={() => void copy()}>
            Copy
          </Button>
        )}
        <Button look="secondary" onClick={() => print()}>
          Print
        </Button>
      </div>
      <p role="status" className="text-muted text-small empty:hidden print:hidden">
        {copied}
      </p>
    </div>
  );
}
