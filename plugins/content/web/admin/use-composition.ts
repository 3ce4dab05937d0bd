import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useDraft } from '#plugin/admin';
import { isSameJson, toast } from '#plugin/web';
import type { AdminHome, HomeSection, OfferedSection } from '../../home-contract.ts';
import { move } from '../../model/move.ts';
import { insertSection, newSectionId } from '../../model/section-ids.ts';
import { api } from './api.ts';

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

/** The sections of the home page and what the merchant does to them, as a draft. */
export function useComposition(opened: AdminHome, types: readonly OfferedSection[]) {
  const client = useQueryClient();
  const [sections, setSections] = useState<readonly HomeSection[]>(opened.draft ?? opened.published ?? []);
  const [openId, setOpenId] = useState<string | null>(null);
  const [problems, setProblems] = useState<Problems>({});
  /** Part of the keys of the sections: a text editor shows new content only when it is mounted again. */
  const [version, setVersion] = useState(0);
  /** For screen readers, after a move. */
  const [announcement, setAnnouncement] = useState('');
  const labelOf = (type: string) => types.find((one) => one.type === type)?.label ?? type;

  const draft = useDraft({
    opened,
    content: sections,
    empty: NOTHING,
    isSame: isSameJson,
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
      if (!isSameJson(now, sections)) setVersion(version + 1);
      void client.invalidateQueries({ queryKey: ['content-home'], refetchType: 'none' });
    },
    onRefused: ({ errors }) => {
      setProblems(errors);
      const broken = Object.keys(errors)[0]?.split('.')[1];
      const first = broken === undefined ? undefined : sections[Number(broken)];
      if (first) setOpenId(first.id);
    },
    messages: { published: 'Home page published', withdrawn: 'The shop shows the default home page' },
  });

  const add = ({ type, defaults }: OfferedSection) => {
    const id = newSectionId(sections);
    setSections([...sections, { id, type, settings: defaults, schedule: FOREVER }]);
    setOpenId(id);
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
  const moveSection = (from: number, to: number) => {
    const section = sections[from];
    if (!section || to < 0 || to >= sections.length) return;
    setSections(move(sections, from, to));
    setProblems({});
    setAnnouncement(`${labelOf(section.type)} is now ${to + 1} of ${sections.length}`);
  };
  const change = (id: string, changeOf: (now: HomeSection) => Partial<HomeSection>) =>
    setSections((now) => now.map((section) => (section.id === id ? { ...section, ...changeOf(section) } : section)));
  const remove = (section: HomeSection, index: number) => {
    setSections(sections.filter(({ id }) => id !== section.id));
    setProblems({});
    const run = () => setSections((now) => insertSection(now, index, section));
    toast(`${labelOf(section.type)} removed`, [{ label: 'Undo', run }]);
  };

  return {
    draft,
    sections,
    openId,
    version,
    announcement,
    labelOf,
    problemsAt: (index: number) => problemsOf(problems, index),
    toggle: (id: string) => setOpenId(openId === id ? null : id),
    add,
    suggest,
    move: moveSection,
    change,
    remove,
  };
}
