import { type DragEvent, useId, useState } from 'react';
import { PluginSectionEditor } from '#plugin/admin';
import { Badge, Button, Icon } from '#plugin/web';
import type { HomeSection } from '../../home-contract.ts';
import { mergeChanges } from '../../model/merge-changes.ts';
import { isWithin } from '../../model/schedule.ts';
import { MoveButton } from '../move-button.tsx';
import { ScheduleFields } from './schedule-fields.tsx';

interface SectionRowProps {
  section: HomeSection;
  label: string;
  index: number;
  count: number;
  isOpen: boolean;
  problems: Readonly<Record<string, readonly string[]>>;
  onToggle: () => void;
  onChange: (changeOf: (now: HomeSection) => Partial<HomeSection>) => void;
  onMove: (from: number, to: number) => void;
  onRemove: () => void;
}

/** Only sections are dropped here: files and texts have other types. */
const DRAGGED = 'application/x-stoa-section';

/** One section: its place, and its fields while it is open. It is moved by dragging, or with its buttons. */
export function SectionRow(props: SectionRowProps) {
  const { section, label, index, count, isOpen, problems, onToggle, onChange, onMove, onRemove } = props;
  const id = useId();
  const [isOver, setOver] = useState(false);
  const settings = section.settings as object;
  const title = titleOf(settings);
  const name = title ? `${label}: ${title}` : label;

  const onDragOver = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes(DRAGGED)) return;
    event.preventDefault();
    setOver(true);
  };
  const onDrop = (event: DragEvent) => {
    const from = event.dataTransfer.getData(DRAGGED);
    setOver(false);
    if (from === '') return;
    event.preventDefault();
    onMove(Number(from), index);
  };

  return (
    <li
      className={`panel ${isOver ? 'outline-2 outline-accent' : ''}`}
      onDragOver={onDragOver}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: The buttons in it move the section by keyboard. */}
      <div
        draggable={!isOpen}
        className={`flex items-center gap-1 p-2 ${isOpen ? '' : 'cursor-grab'}`}
        onDragStart={({ dataTransfer }) => {
          dataTransfer.effectAllowed = 'move';
          dataTransfer.setData(DRAGGED, String(index));
        }}
      >
        <button
          type="button"
          className="flex min-h-11 min-w-0 flex-1 items-center gap-2 rounded-field px-2 text-start"
          aria-expanded={isOpen}
          aria-controls={`${id}-fields`}
          onClick={onToggle}
        >
          <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} />
          <span className="min-w-0 truncate">
            <span className="font-semibold">{label}</span>
            {title && <span className="text-muted"> {title}</span>}
          </span>
          <ScheduleBadge schedule={section.schedule} />
          {Object.keys(problems).length > 0 && <Badge tone="danger">Incomplete</Badge>}
        </button>
        <MoveButton name={name} way="up" isOff={index === 0} onMove={() => onMove(index, index - 1)} />
        <MoveButton name={name} way="down" isOff={index === count - 1} onMove={() => onMove(index, index + 1)} />
        <Button look="quiet" small aria-label={`Remove ${name}`} onClick={onRemove}>
          <Icon name="trash" />
        </Button>
      </div>
      <div id={`${id}-fields`} hidden={!isOpen} className="grid gap-5 border-line border-t p-5">
        {isOpen && (
          <>
            <PluginSectionEditor
              type={section.type}
              settings={settings}
              problems={problems}
              onChange={(changed) =>
                onChange((now) => ({ settings: mergeChanges(now.settings as object, settings, changed) }))
              }
            />
            <ScheduleFields
              {...section.schedule}
              labels={{ from: 'Shown from', until: 'Shown until' }}
              error={problems.schedule?.[0]}
              onChange={(schedule) => onChange(() => ({ schedule }))}
            />
          </>
        )}
      </div>
    </li>
  );
}

/** Distinguishes sections of the same type. */
const titleOf = (settings: object): string => {
  const { title } = settings as { title?: unknown };
  return typeof title === 'string' ? title : '';
};

function ScheduleBadge({ schedule }: { schedule: HomeSection['schedule'] }) {
  if (schedule.from === null && schedule.until === null) return null;
  const now = new Date();
  if (isWithin(schedule, now)) return <Badge tone="success">Shown now</Badge>;
  const isOver = schedule.until !== null && Date.parse(schedule.until) <= now.getTime();
  return isOver ? <Badge tone="warning">Ended</Badge> : <Badge tone="info">Scheduled</Badge>;
}
