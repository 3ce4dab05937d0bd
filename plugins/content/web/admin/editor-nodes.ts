import { mergeAttributes, Node } from '@tiptap/core';
import { StarterKit } from '@tiptap/starter-kit';
import { pictureAddress } from '#plugin/web';
import { isSafeAddress } from '../../model/rich-text.ts';

/** As `rich-text-schema.ts`: a deeper list would be refused. */
const MAX_DEPTH = 4;

/** Paragraphs and lists only, in an item as in a quote. */
const PLAIN = 'paragraph | bulletList | orderedList';

const ListItem = Node.create({
  name: 'listItem',
  content: `paragraph (${PLAIN})*`,
  defining: true,
  parseHTML: () => [{ tag: 'li' }],
  renderHTML: ({ HTMLAttributes }) => ['li', HTMLAttributes, 0],
  addKeyboardShortcuts() {
    const depth = () => {
      const { $from } = this.editor.state.selection;
      return Array.from({ length: $from.depth }, (_, at) => $from.node(at + 1)).filter(
        ({ type }) => type.name === this.name,
      ).length;
    };
    return {
      Enter: () => this.editor.commands.splitListItem(this.name),
      // Outside of a list, Tab leaves the editor, as everywhere on the page.
      Tab: () => depth() > 0 && depth() < MAX_DEPTH && this.editor.commands.sinkListItem(this.name),
      'Shift-Tab': () => depth() > 1 && this.editor.commands.liftListItem(this.name),
    };
  },
});

const Blockquote = Node.create({
  name: 'blockquote',
  group: 'block',
  content: `(${PLAIN})+`,
  defining: true,
  parseHTML: () => [{ tag: 'blockquote' }],
  renderHTML: ({ HTMLAttributes }) => ['blockquote', HTMLAttributes, 0],
});

/** Only pictures that were uploaded here: those of pasted pages are left out. */
const Image = Node.create({
  name: 'image',
  group: 'block',
  draggable: true,
  addAttributes: () => ({ src: {}, alt: { default: '' }, width: {}, height: {} }),
  parseHTML: () => [
    {
      tag: 'img[data-src]',
      getAttrs: (element) => ({
        src: element.dataset.src,
        alt: element.getAttribute('alt') ?? '',
        width: Number(element.getAttribute('width')),
        height: Number(element.getAttribute('height')),
      }),
    },
  ],
  renderHTML: ({ HTMLAttributes: { src, ...attributes } }) => [
    'img',
    mergeAttributes(attributes, { 'data-src': src, src: pictureAddress(String(src), 640) }),
  ],
});

/** The editor's schema: what `rich-text-schema.ts` accepts. Pasted text keeps nothing else. */
export const EXTENSIONS = [
  StarterKit.configure({
    blockquote: false,
    code: false,
    codeBlock: false,
    horizontalRule: false,
    listItem: false,
    strike: false,
    underline: false,
    heading: { levels: [2, 3] },
    link: { openOnClick: false, isAllowedUri: isSafeAddress, HTMLAttributes: { rel: null, target: null } },
  }),
  ListItem,
  Blockquote,
  Image,
];
