import { createElement, Fragment, type ReactNode } from 'react';
import { Link } from '#plugin/web';
import { type Block, type Inline, isSafeAddress, type ListItem, type Mark, type RichText } from '../model/rich-text.ts';
import { WholePicture } from './whole-picture.tsx';

/** Elements whose order never changes while they are shown need no keys. */
const inOrder = (elements: readonly ReactNode[]): ReactNode => createElement(Fragment, null, ...elements);

const LOOK =
  'prose [&_:is(h2,h3)]:font-display [&_:is(h2,h3)]:font-semibold [&_h2]:mt-10 [&_h2]:mb-3 [&_h2]:text-2xl [&_h3]:mt-8 [&_h3]:mb-2 [&_h3]:text-xl [&>:first-child]:mt-0 [&_:is(p,ul,ol,blockquote)+:is(p,ul,ol,blockquote,img)]:mt-4 [&_li+li]:mt-1 [&_li_:is(ul,ol)]:mt-1 [&_:is(ul,ol)]:ps-5 [&_ul]:list-disc [&_ol]:list-decimal [&_blockquote]:border-s-2 [&_blockquote]:border-accent [&_blockquote]:ps-5 [&_blockquote]:text-lg [&_img]:my-8 [&_img]:rounded-card wrap-anywhere';

interface RichTextProps {
  text: RichText;
  /** How wide its pictures are displayed. */
  sizes?: string;
  className?: string;
}

/** Rich text as React elements: there is no HTML in it that could contain anything else. */
export function RichTextView({ text, sizes = '(width >= 768px) 68ch, 92vw', className = '' }: RichTextProps) {
  return <div className={`${LOOK} ${className}`}>{inOrder(text.content.map((block) => blockOf(block, sizes)))}</div>;
}

/** The same classes for the editor, so that it shows what pages show. */
export const richTextLook = LOOK;

function blockOf(block: Block, sizes: string): ReactNode {
  switch (block.type) {
    case 'heading':
      return block.attrs.level === 2 ? <h2>{inline(block.content)}</h2> : <h3>{inline(block.content)}</h3>;
    case 'bulletList':
      return <ul>{items(block.content, sizes)}</ul>;
    case 'orderedList':
      return <ol start={block.attrs?.start}>{items(block.content, sizes)}</ol>;
    case 'blockquote':
      return <blockquote>{inOrder(block.content.map((inner) => blockOf(inner, sizes)))}</blockquote>;
    case 'image':
      return <WholePicture picture={block.attrs} sizes={sizes} />;
    default:
      return <p>{inline(block.content)}</p>;
  }
}

const items = (content: readonly ListItem[], sizes: string): ReactNode =>
  inOrder(content.map((item) => itemOf(item, sizes)));

const itemOf = ({ content }: ListItem, sizes: string): ReactNode => (
  <li>{inOrder(content.map((inner) => blockOf(inner, sizes)))}</li>
);

const inline = (content: readonly Inline[] = []): ReactNode => inOrder(content.map(inlineOf));

const inlineOf = (node: Inline): ReactNode =>
  node.type === 'hardBreak' ? <br /> : (node.marks ?? []).reduce<ReactNode>(marked, node.text);

function marked(inner: ReactNode, mark: Mark): ReactNode {
  switch (mark.type) {
    case 'bold':
      return <strong>{inner}</strong>;
    case 'italic':
      return <em>{inner}</em>;
    default:
      return <ContentLink to={mark.attrs.href}>{inner}</ContentLink>;
  }
}

interface ContentLinkProps {
  to: string;
  className?: string;
  children: ReactNode;
}

/** A link that a merchant entered. Paths of the shop open in place; an address that is not allowed is only text. */
export function ContentLink({ to, className = 'link', children }: ContentLinkProps) {
  if (!isSafeAddress(to)) return children;
  if (to.startsWith('/')) {
    return (
      <Link to={to} className={className}>
        {children}
      </Link>
    );
  }
  return (
    <a href={to} rel="noopener" className={className}>
      {children}
    </a>
  );
}
