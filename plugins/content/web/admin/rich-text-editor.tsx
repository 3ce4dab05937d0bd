import { DOMParser as NodeParser } from '@tiptap/pm/model';
import type { EditorView } from '@tiptap/pm/view';
import { EditorContent, type JSONContent, useEditor } from '@tiptap/react';
import { useId } from 'react';
import { parseInertDocument } from '#plugin/admin';
import type { RichText } from '../../model/rich-text.ts';
import { richTextLook } from '../rich-text.tsx';
import { EXTENSIONS } from './editor-nodes.ts';
import { EditorToolbar } from './editor-toolbar.tsx';

interface RichTextEditorProps {
  label: string;
  /** Where the editor starts; later values come from itself. */
  value: RichText;
  onChange: (text: RichText) => void;
  error?: string | undefined;
}

/** Writes rich text as structure. */
export function RichTextEditor({ label, value, onChange, error }: RichTextEditorProps) {
  const id = useId();
  const editor = useEditor({
    extensions: EXTENSIONS,
    content: value as JSONContent,
    // The content security policy allows stylesheets of the shop only.
    injectCSS: false,
    immediatelyRender: false,
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': `${id}-label`,
        ...(error && { 'aria-describedby': `${id}-error` }),
        class: `${richTextLook} [&_a]:underline min-h-64 max-w-none whitespace-break-spaces p-4 outline-none`,
      },
      handleDOMEvents: { paste: pasteHtml, drop: dropHtml },
    },
    // The schema has only the nodes and marks of `RichText`.
    onUpdate: ({ editor: changed }) => onChange(changed.getJSON() as RichText),
  });

  return (
    <div className="field">
      <p id={`${id}-label`} className="field-label">
        {label}
      </p>
      <div className="overflow-clip rounded-field border border-edge bg-surface focus-within:outline-2 focus-within:outline-ink">
        {editor && <EditorToolbar editor={editor} />}
        <EditorContent editor={editor} />
      </div>
      {error && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}

/**
 * The editor's own parser writes HTML into a document of the page, which the content security policy refuses. Here it is
 * parsed into one that runs no scripts and loads nothing; the schema then keeps what it knows.
 */
function insertHtml(view: EditorView, html: string): void {
  const { body } = parseInertDocument(withoutStyles(html));
  const slice = NodeParser.fromSchema(view.state.schema).parseSlice(body, { preserveWhitespace: false });
  view.dispatch(view.state.tr.replaceSelection(slice).setMeta('uiEvent', 'paste').scrollIntoView());
}

/** The policy applies to parsed documents too, and browsers would report every style of the source. */
const withoutStyles = (html: string): string =>
  html.replace(/<style\b.*?<\/style>/gis, '').replace(/\sstyle\s*=/gi, ' data-style=');

function pasteHtml(view: EditorView, event: ClipboardEvent): boolean {
  const html = event.clipboardData?.getData('text/html');
  if (!html) return false;
  event.preventDefault();
  insertHtml(view, html);
  return true;
}

/** Something dragged from another window; what is moved within the editor needs no HTML. */
function dropHtml(view: EditorView, event: DragEvent): boolean {
  const html = event.dataTransfer?.getData('text/html');
  if (!html || view.dragging) return false;
  event.preventDefault();
  insertHtml(view, html);
  return true;
}
