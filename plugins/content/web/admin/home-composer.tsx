import { useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { DraftPage, PreviewFrame, useDraft } from '#plugin/admin';
import { Banner, Button, EmptyState, Icon, messageOf, Skeleton, toast } from '#plugin/web';
import type { AdminHome, HomeSection, OfferedSection } from '../../contract.ts';
import { isEqual } from '../../model/is-equal.ts';
import { move } from '../../model/move.ts';
import { HomeSections } from '../home.tsx';
import { AddSectionDialog } from './add-section-dialog.tsx';
import { api } from './api.ts';
import { useHome, usePreviewed } from './home-data.ts';
import { SectionRow } from './section-row.tsx';

/** Composes the home page of sections. */
export default function HomeComposer() {
  const { data, error, refetch } = useHome();
  if (data) return <Composer opened={data} types={data.types} />;
  if (!error) return <Skeleton className="h-96" />;
  return (
    <EmptyState
      icon="wifi-off"
      level="h1"
      title="The home page could not be opened"
      action={<Button onClick={() => void refetch()}>Try again</Button>}
    >
      {messageOf(error)}
    </EmptyState>
  );
}

const NOTHING: readonly HomeSection[] = [];
const FOREVER = { from: null, until: null };

/** What the shop's own home page shows, as a beginning. */
const SUGGESTED = ['content.hero', 'content.categories', 'content.products', 'content.newsletter'];

/** The words of the shop's own first slide: an empty hero could not be saved. */
const WELCOME = {
  kicker: 'Welcome',
  title: 'Good things, fairly priced, kept simple.',
  text: 'A general store for everyday life: useful things, well made, chosen by people who use them themselves every day.',
  button_label: 'Shop Now',
  button_to: '/products',
};

type Problems = Readonly<Record<string, readonly string[]>>;

/** Problems of one section by field, from those of the whole draft. */
const problemsOf = (problems: Problems, index: number): Problems =>
  Object.fromEntries(
    Object.entries(problems).flatMap(([field, messages]) => {
      const [list, at, ...rest] = field.split('.');
      return list === 'sections' && at === String(index) ? [[rest.join('.'), messages] as const] : [];
    }),
  );

function Composer({ opened, types }: { opened: AdminHome; types: readonly OfferedSection[] }) {
  const client = useQueryClient();
  const [sections, setSections] = useState<readonly HomeSection[]>(opened.draft ?? opened.published ?? []);
  const [openId, setOpenId] = useState<string | null>(null);
  const [isAdding, setAdding] = useState(false);
  const [problems, setProblems] = useState<Problems>({});
  /** Part of the keys of the sections: a text editor shows new content only when it is mounted again. */
  const [version, setVersion] = useState(0);
  /** What is said after a move, for screen readers. */
  const [announcement, setAnnouncement] = useState('');

  const previewed = usePreviewed(useDeferredValue(sections));
  const labelOf = (type: string) => types.find((one) => one.type === type)?.label ?? type;

  const draft = useDraft({
    opened,
    content: sections,
    empty: NOTHING,
    isSame: isEqual,
    changes: {
      save: (revision) => {
        setProblems({});
        return api.call('PUT /admin/content/home/draft', { body: { revision, sections: [...sections] } });
      },
      publish: (revision) => api.call('POST /admin/content/home/publish', { body: { revision } }),
      discard: (revision) => api.call('POST /admin/content/home/discard', { body: { revision } }),
      withdraw: (revision) => api.call('POST /admin/content/home/withdraw', { body: { revision } }),
    },
    nameOf: 'home',
    onShow: (now) => {
      setSections(now);
      setProblems({});
      if (!isEqual(now, sections)) setVersion(version + 1);
      void client.invalidateQueries({ queryKey: ['content-home'], refetchType: 'none' });
    },
    onRefused: ({ errors }) => {
      setProblems(errors);
      const broken = Object.keys(errors)[0]?.split('.')[1];
      const first = broken === undefined ? undefined : sections[Number(broken)];
      if (first) setOpenId(first.id);
    },
    said: { published: 'Home page published', withdrawn: 'The shop shows the default home page' },
  });

  const add = ({ type, defaults }: OfferedSection) => {
    const id = newId(sections);
    setSections([...sections, { id, type, settings: defaults, schedule: FOREVER }]);
    setOpenId(id);
    setAdding(false);
  };
  const suggest = () =>
    setSections(
      SUGGESTED.flatMap((type, index) => {
        const found = types.find((one) => one.type === type);
        if (!found) return [];
        const settings = type === 'content.hero' ? { ...found.defaults, ...WELCOME } : found.defaults;
        return [{ id: `s${index + 1}`, type, settings, schedule: FOREVER }];
      }),
    );
  const onMove = (from: number, to: number) => {
    const section = sections[from];
    if (!section || to < 0 || to >= sections.length) return;
    setSections(move(sections, from, to));
    setProblems({});
    setAnnouncement(`${labelOf(section.type)} is now ${to + 1} of ${sections.length}`);
  };
  const change = (id: string, changed: Partial<HomeSection>) =>
    setSections(sections.map((section) => (section.id === id ? { ...section, ...changed } : section)));

  const { stored, isDirty } = draft;
  return (
    <DraftPage
      draft={draft}
      title="Home page"
      canDiscard={stored.published !== null && (isDirty || stored.draft !== null)}
      canPublish={sections.length > 0 && (isDirty || stored.draft !== null)}
      discarding="Everything you changed since the home page was published will be lost."
      withdrawal={{
        action: 'Use default home page',
        title: 'Show the default home page?',
        confirm: 'Show default',
        text: 'Visitors will no longer see your home page. It stays here as a draft.',
      }}
    >
      <div className="grid gap-8 xl:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-4">
          {sections.length === 0 && (
            <Banner tone="info">
              Nothing is composed: visitors see the shop’s own home page.{' '}
              <button type="button" className="link" onClick={suggest}>
                Start with a suggestion
              </button>
            </Banner>
          )}
          <ol className="grid grid-cols-[minmax(0,1fr)] gap-3" aria-label="Sections">
            {sections.map((section, index) => (
              <SectionRow
                key={`${section.id} ${version}`}
                section={section}
                label={labelOf(section.type)}
                index={index}
                count={sections.length}
                isOpen={openId === section.id}
                problems={problemsOf(problems, index)}
                onToggle={() => setOpenId(openId === section.id ? null : section.id)}
                onChange={(changed) => change(section.id, changed)}
                onMove={onMove}
                onRemove={() => {
                  setSections(sections.filter(({ id }) => id !== section.id));
                  setProblems({});
                  const run = () => setSections((now) => [...now.slice(0, index), section, ...now.slice(index)]);
                  toast(`${labelOf(section.type)} removed`, [{ label: 'Undo', run }]);
                }}
              />
            ))}
          </ol>
          <Button look="secondary" className="justify-self-start" onClick={() => setAdding(true)}>
            <Icon name="plus" /> Add section
          </Button>
          <p aria-live="polite" className="sr-only">
            {announcement}
          </p>
        </div>
        <div className="xl:sticky xl:top-20 xl:h-[calc(100svh-7rem)]">
          <PreviewFrame title="Preview of the home page">
            <div className="page grid grid-cols-[minmax(0,1fr)] gap-16 py-8 lg:gap-24">
              {sections.length > 0 ? (
                <HomeSections sections={previewed} />
              ) : (
                <EmptyState icon="layout-grid" title="No sections yet">
                  Until you publish some, visitors see the shop’s own home page.
                </EmptyState>
              )}
            </div>
          </PreviewFrame>
        </div>
      </div>
      {isAdding && <AddSectionDialog types={types} onAdd={add} onClose={() => setAdding(false)} />}
    </DraftPage>
  );
}

/** A short id that no section of the page has. */
function newId(sections: readonly HomeSection[]): string {
  const taken = new Set(sections.map(({ id }) => id));
  let number = sections.length + 1;
  while (taken.has(`s${number}`)) number += 1;
  return `s${number}`;
}
