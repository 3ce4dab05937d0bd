import { type Editor, useEditorState } from '@tiptap/react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { ACCEPTED_PICTURES } from '#plugin/admin';
import { Button, TextField } from '#plugin/web';
import { MAX_ALT } from '../../limits.ts';
import { isSafeAddress } from '../../model/rich-text.ts';
import { useContentUpload } from './content-data.ts';

/** Formats of the selected text; the active ones are pressed. */
export function EditorToolbar({ editor }: { editor: Editor }) {
  const [isLinking, setLinking] = useState(false);
  const state = useEditorState({
    editor,
    selector: () => ({
      bold: editor.isActive('bold'),
      italic: editor.isActive('italic'),
      heading: editor.isActive('heading', { level: 2 }),
      subheading: editor.isActive('heading', { level: 3 }),
      bullets: editor.isActive('bulletList'),
      numbers: editor.isActive('orderedList'),
      quote: editor.isActive('blockquote'),
      link: editor.isActive('link'),
      href: String(editor.getAttributes('link').href ?? ''),
      image: editor.isActive('image'),
      alt: String(editor.getAttributes('image').alt ?? ''),
      canUndo: editor.can().undo(),
      canRedo: editor.can().redo(),
      isEmpty: editor.state.selection.empty,
    }),
  });
  const run = () => editor.chain().focus();

  return (
    <div className="sticky top-16 z-10 border-line border-b bg-surface">
      <div role="toolbar" aria-label="Format" className="flex flex-wrap gap-0.5 p-1">
        <Tool name="Bold" isPressed={state.bold} onPress={() => run().toggleBold().run()}>
          <b>B</b>
        </Tool>
        <Tool name="Italic" isPressed={state.italic} onPress={() => run().toggleItalic().run()}>
          <i className="font-display">I</i>
        </Tool>
        <Tool name="Heading" isPressed={state.heading} onPress={() => run().toggleHeading({ level: 2 }).run()}>
          Heading
        </Tool>
        <Tool name="Subheading" isPressed={state.subheading} onPress={() => run().toggleHeading({ level: 3 }).run()}>
          Subheading
        </Tool>
        <Tool name="Bulleted list" isPressed={state.bullets} onPress={() => run().toggleBulletList().run()}>
          Bulleted
        </Tool>
        <Tool name="Numbered list" isPressed={state.numbers} onPress={() => run().toggleOrderedList().run()}>
          Numbered
        </Tool>
        <Tool name="Quote" isPressed={state.quote} onPress={() => run().toggleWrap('blockquote').run()}>
          Quote
        </Tool>
        <Tool
          name={state.link ? 'Edit link' : 'Add link'}
          isPressed={state.link}
          isDisabled={state.isEmpty && !state.link}
          onPress={() => setLinking(!isLinking)}
        >
          Link
        </Tool>
        <PictureTool editor={editor} />
        <Tool name="Undo" isDisabled={!state.canUndo} onPress={() => run().undo().run()}>
          Undo
        </Tool>
        <Tool name="Redo" isDisabled={!state.canRedo} onPress={() => run().redo().run()}>
          Redo
        </Tool>
      </div>
      {isLinking && (
        <LinkFields
          key={state.href}
          href={state.href}
          onApply={(href) => {
            run().extendMarkRange('link').setLink({ href }).run();
            setLinking(false);
          }}
          onRemove={() => {
            run().extendMarkRange('link').unsetLink().run();
            setLinking(false);
          }}
          onClose={() => setLinking(false)}
        />
      )}
      {state.image && (
        <TextField
          label="Description of the picture"
          hint="For people who do not see it. Leave it empty if the picture only decorates."
          maxLength={MAX_ALT}
          className="border-line border-t p-3"
          value={state.alt}
          onChange={({ target }) => editor.commands.updateAttributes('image', { alt: target.value })}
        />
      )}
    </div>
  );
}

interface ToolProps {
  name: string;
  isPressed?: boolean;
  isDisabled?: boolean;
  onPress: () => void;
  children: ReactNode;
}

const TOOL =
  'grid min-h-11 min-w-11 place-items-center rounded-field px-2.5 text-small font-semibold hover:bg-sunken aria-pressed:bg-ink aria-pressed:text-paper disabled:text-muted disabled:opacity-50';

function Tool({ name, isPressed, isDisabled, onPress, children }: ToolProps) {
  return (
    <button
      type="button"
      title={name}
      aria-label={name}
      aria-pressed={isPressed}
      disabled={isDisabled}
      className={TOOL}
      // The selection stays in the text.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      {children}
    </button>
  );
}

function PictureTool({ editor }: { editor: Editor }) {
  const input = useRef<HTMLInputElement>(null);
  const { isUploading, problem, take } = useContentUpload((stored) => {
    const attrs = { ...stored, alt: '' };
    editor.chain().focus().insertContent({ type: 'image', attrs }).run();
  });
  const id = useId();
  return (
    <>
      <Tool name="Add picture" isDisabled={isUploading} onPress={() => input.current?.click()}>
        {isUploading ? 'Uploading…' : 'Picture'}
      </Tool>
      <input
        ref={input}
        id={id}
        type="file"
        accept={ACCEPTED_PICTURES}
        aria-label="Picture file"
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => {
          void take([...(target.files ?? [])]);
          target.value = '';
        }}
      />
      {problem && (
        <p role="alert" className="self-center px-2 text-danger text-small">
          {problem}
        </p>
      )}
    </>
  );
}

interface LinkFieldsProps {
  href: string;
  onApply: (href: string) => void;
  onRemove: () => void;
  onClose: () => void;
}

/** No `<form>`, because the editor is inside one. */
function LinkFields({ href: current, onApply, onRemove, onClose }: LinkFieldsProps) {
  const [href, setHref] = useState(current);
  const [problem, setProblem] = useState<string>();
  const apply = () => {
    const address = href.trim();
    if (isSafeAddress(address)) onApply(address);
    else setProblem('Please enter a path such as /products, or an address that starts with https://.');
  };
  return (
    <div className="flex flex-wrap items-end gap-2 border-line border-t p-3">
      <TextField
        label="Link to"
        className="min-w-56 flex-1"
        placeholder="/products or https://…"
        value={href}
        error={problem}
        autoFocus
        onChange={({ target }) => setHref(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose();
          if (event.key !== 'Enter') return;
          event.preventDefault();
          apply();
        }}
      />
      <Button look="secondary" onClick={apply}>
        Apply
      </Button>
      {current && (
        <Button look="quiet" onClick={onRemove}>
          Remove link
        </Button>
      )}
    </div>
  );
}
