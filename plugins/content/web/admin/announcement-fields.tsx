import { Button, Icon, TextField } from '#plugin/web';
import type { Announcement } from '../../frame-contract.ts';
import { ANNOUNCEMENT_LIMITS } from '../../limits.ts';
import { move } from '../../model/move.ts';
import { MoveButton } from '../move-button.tsx';
import { ScheduleFields } from './schedule-fields.tsx';

interface AnnouncementFieldsProps {
  announcements: readonly Announcement[];
  problemOf: (index: number, name: 'text' | 'link_label' | 'link_to' | 'schedule') => string | undefined;
  onChange: (announcements: Announcement[]) => void;
}

/** The announcements, in order of priority. */
export function AnnouncementFields({ announcements, problemOf, onChange }: AnnouncementFieldsProps) {
  const change = (index: number, changed: Partial<Announcement>) =>
    onChange(announcements.map((one, at) => (at === index ? { ...one, ...changed } : one)));
  const add = () => {
    const id = freeId(announcements);
    onChange([...announcements, { id, text: '', link_label: '', link_to: '', schedule: { from: null, until: null } }]);
  };
  return (
    <>
      {announcements.length === 0 && <p className="text-muted">No announcements yet.</p>}
      <ol className="grid gap-6">
        {announcements.map(({ id, text, link_label, link_to, schedule }, index) => (
          <li key={id} className="border-line border-b pb-6 last:border-0 last:pb-0">
            <fieldset className="grid grid-cols-[minmax(0,1fr)] gap-4">
              <legend className="sr-only">Announcement {index + 1}</legend>
              <TextField
                label={`Announcement ${index + 1}`}
                required
                maxLength={ANNOUNCEMENT_LIMITS.text}
                value={text}
                error={problemOf(index, 'text')}
                onChange={({ target }) => change(index, { text: target.value })}
              />
              <div className="grid gap-4 sm:grid-cols-2">
                <TextField
                  label="Link"
                  hint="Leave empty for no link."
                  maxLength={ANNOUNCEMENT_LIMITS.link}
                  value={link_label}
                  error={problemOf(index, 'link_label')}
                  onChange={({ target }) => change(index, { link_label: target.value })}
                />
                <TextField
                  label="Leads to"
                  placeholder="/products"
                  value={link_to}
                  error={problemOf(index, 'link_to')}
                  onChange={({ target }) => change(index, { link_to: target.value })}
                />
              </div>
              <ScheduleFields
                {...schedule}
                labels={{ from: 'Shown from', until: 'Shown until' }}
                error={problemOf(index, 'schedule')}
                onChange={(next) => change(index, { schedule: next })}
              />
              <div className="flex gap-1">
                <MoveButton
                  name={`announcement ${index + 1}`}
                  way="up"
                  isOff={index === 0}
                  onMove={() => onChange(move(announcements, index, index - 1))}
                />
                <Button
                  look="quiet"
                  small
                  aria-label={`Remove announcement ${index + 1}`}
                  onClick={() => onChange(announcements.filter((one) => one.id !== id))}
                >
                  <Icon name="trash" />
                </Button>
              </div>
            </fieldset>
          </li>
        ))}
      </ol>
      <Button look="secondary" className="justify-self-start" onClick={add}>
        <Icon name="plus" /> Add Announcement
      </Button>
    </>
  );
}

function freeId(announcements: readonly Announcement[]): string {
  let number = announcements.length + 1;
  while (announcements.some(({ id }) => id === `a${number}`)) number += 1;
  return `a${number}`;
}
