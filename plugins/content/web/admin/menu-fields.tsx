import { useId, useRef } from 'react';
import { Button, Icon, TextField } from '#plugin/web';
import type { FrameFields } from '../../frame-contract.ts';
import { FOOTER_LIMITS } from '../../limits.ts';
import { move } from '../../model/move.ts';
import { MoveButton } from '../move-button.tsx';

type Menu = NonNullable<FrameFields['footer_menus']>[number];

interface MenuFieldsProps {
  menus: readonly Menu[];
  problem: string | undefined;
  /** @param path such as `1.links.0.to` */
  problemOf: (path: string) => string | undefined;
  onChange: (menus: Menu[]) => void;
}

/** Suggested addresses; any other can be typed. */
const TARGETS = ['/products', '/collections', '/blog', '/about', '/contact', '/faq', '/returns', '/shipping'];

/** Columns of links: their headings, labels and addresses. */
export function MenuFields({ menus, problem, problemOf, onChange }: MenuFieldsProps) {
  const change = (index: number, changed: Partial<Menu>) =>
    onChange(menus.map((menu, at) => (at === index ? { ...menu, ...changed } : menu)));
  return (
    <>
      {problem && (
        <p role="alert" className="field-error">
          {problem}
        </p>
      )}
      {menus.map(({ title, links }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: headings are typed, and a column has nothing else of its own
        <fieldset key={index} className="grid grid-cols-[minmax(0,1fr)] gap-3 border-line border-t pt-5">
          <legend className="sr-only">Column {index + 1}</legend>
          <div className="flex items-end gap-1">
            <TextField
              label={`Heading of column ${index + 1}`}
              className="min-w-0 flex-1"
              maxLength={FOOTER_LIMITS.title}
              value={title}
              error={problemOf(`${index}.title`)}
              onChange={({ target }) => change(index, { title: target.value })}
            />
            <Button
              look="quiet"
              aria-label={`Remove column ${index + 1}`}
              onClick={() => onChange(menus.filter((_, at) => at !== index))}
            >
              <Icon name="trash" />
            </Button>
          </div>
          <LinkFields
            of={`column ${index + 1}`}
            links={links}
            problemOf={(path) => problemOf(`${index}.links.${path}`)}
            onChange={(next) => change(index, { links: next })}
          />
        </fieldset>
      ))}
      {menus.length < FOOTER_LIMITS.menus && (
        <Button
          look="secondary"
          className="justify-self-start"
          onClick={() => onChange([...menus, { title: '', links: [{ label: '', to: '' }] }])}
        >
          <Icon name="plus" /> Add Column
        </Button>
      )}
    </>
  );
}

interface LinkFieldsProps {
  /** Names the list, such as `column 2`. */
  of: string;
  max?: number;
  maxLabel?: number;
  links: Menu['links'];
  /** @param path such as `0.to` */
  problemOf: (path: string) => string | undefined;
  onChange: (links: Menu['links']) => void;
}

/** Links with their labels and addresses. */
export function LinkFields({
  of,
  max = FOOTER_LIMITS.links,
  maxLabel = FOOTER_LIMITS.label,
  links,
  problemOf,
  onChange,
}: LinkFieldsProps) {
  const change = (index: number, changed: Partial<Menu['links'][number]>) =>
    onChange(links.map((link, at) => (at === index ? { ...link, ...changed } : link)));
  const problemsAt = (index: number) => [
    ...new Set(['label', 'to'].flatMap((part) => problemOf(`${index}.${part}`) ?? [])),
  ];
  const nameOf = (index: number) => `link ${index + 1} of ${of}`;
  const targets = useId();
  const list = useRef<HTMLOListElement>(null);
  return (
    <>
      <datalist id={targets}>
        {TARGETS.map((path) => (
          <option key={path} value={path} />
        ))}
      </datalist>
      <ol ref={list} className="grid gap-2">
        {links.map(({ label, to }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: labels and addresses are typed, and a link has nothing else of its own
          <li key={index} className="flex flex-wrap items-center gap-1">
            <input
              className="input min-w-0 flex-1 basis-32"
              aria-label={`Label of ${nameOf(index)}`}
              placeholder="Label"
              maxLength={maxLabel}
              aria-invalid={problemOf(`${index}.label`) !== undefined}
              value={label}
              onChange={({ target }) => change(index, { label: target.value })}
            />
            <input
              className="input min-w-0 flex-[1.6] basis-40"
              aria-label={`Address of ${nameOf(index)}`}
              placeholder="/faq"
              list={targets}
              aria-invalid={problemOf(`${index}.to`) !== undefined}
              value={to}
              onChange={({ target }) => change(index, { to: target.value })}
            />
            <MoveButton
              name={nameOf(index)}
              way="up"
              isOff={index === 0}
              onMove={() => {
                onChange(move(links, index, index - 1));
                // The rows stay where they are, so the focus follows the link.
                list.current?.children[index - 1]?.querySelector('button')?.focus();
              }}
            />
            <Button
              look="quiet"
              small
              aria-label={`Remove ${nameOf(index)}`}
              onClick={() => onChange(links.filter((_, at) => at !== index))}
            >
              <Icon name="x" />
            </Button>
            {problemsAt(index).map((message) => (
              <p key={message} role="alert" className="field-error basis-full">
                {message}
              </p>
            ))}
          </li>
        ))}
      </ol>
      {links.length < max && (
        <Button
          look="quiet"
          small
          className="justify-self-start"
          onClick={() => onChange([...links, { label: '', to: '' }])}
        >
          <Icon name="plus" /> Add Link
        </Button>
      )}
    </>
  );
}
