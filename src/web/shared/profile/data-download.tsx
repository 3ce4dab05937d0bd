import { useState } from 'react';
import { messageOf } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import type { Notify } from '#web/shared/notice.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { saveFile } from './save-file.ts';
import { Section } from './section.tsx';

/** Downloads everything the shop stores about the person. */
export function DataDownload({ notify }: { notify: Notify }) {
  const [busy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      const data = await call('GET /account/data');
      saveFile(`my-data-${data.made_at.slice(0, 10)}.json`, JSON.stringify(data, null, 2), 'application/json');
    } catch (error) {
      notify('danger', messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Section
      title="Your data"
      lead="Everything we store about you, as one file: profile, addresses, orders, cart, wishlist, devices and emails."
    >
      <Button look="secondary" className="flex-wrap" busy={busy && 'Collecting…'} onClick={() => void download()}>
        <Icon name="download" /> Download my data
      </Button>
    </Section>
  );
}
