import { useDeferredValue, useState } from 'react';
import { DraftPage, PreviewFrame } from '#plugin/admin';
import { Banner, Button, EmptyState, Icon, messageOf, Skeleton } from '#plugin/web';
import type { AdminHome, OfferedSection } from '../../home-contract.ts';
import { HomeSections } from '../home.tsx';
import { AddSectionDialog } from './add-section-dialog.tsx';
import { useHome, usePreviewed } from './home-data.ts';
import { SectionRow } from './section-row.tsx';
import { useComposition } from './use-composition.ts';

/** Composes the home page of sections. */
export default function HomeComposer() {
  const { data, error, refetch } = useHome();
  if (data) return <Composer opened={data} types={data.types} />;
  if (!error) return <Skeleton className="h-96" />;
  return (
    <EmptyState
      icon="wifi-off"
      level="h1"
      title="The home page could not be loaded"
      action={<Button onClick={() => void refetch()}>Try again</Button>}
    >
      {messageOf(error)}
    </EmptyState>
  );
}

function Composer({ opened, types }: { opened: AdminHome; types: readonly OfferedSection[] }) {
  const [isAdding, setAdding] = useState(false);
  const composition = useComposition(opened, types);
  const { draft, sections, labelOf } = composition;
  const { stored, isDirty } = draft;
  const previewed = usePreviewed(useDeferredValue(sections));
  const add = (type: OfferedSection) => {
    composition.add(type);
    setAdding(false);
  };

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
              <button type="button" className="link" onClick={composition.suggest}>
                Start with a suggestion
              </button>
            </Banner>
          )}
          <ol className="grid grid-cols-[minmax(0,1fr)] gap-3" aria-label="Sections">
            {sections.map((section, index) => (
              <SectionRow
                key={`${section.id} ${composition.version}`}
                section={section}
                label={labelOf(section.type)}
                index={index}
                count={sections.length}
                isOpen={composition.openId === section.id}
                problems={composition.problemsAt(index)}
                onToggle={() => composition.toggle(section.id)}
                onChange={(changeOf) => composition.change(section.id, changeOf)}
                onMove={composition.move}
                onRemove={() => composition.remove(section, index)}
              />
            ))}
          </ol>
          <Button look="secondary" className="justify-self-start" onClick={() => setAdding(true)}>
            <Icon name="plus" /> Add Section
          </Button>
          <p aria-live="polite" className="sr-only">
            {composition.announcement}
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
