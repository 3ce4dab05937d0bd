import { createElement } from 'react';

/** A script of `src/web/inline-scripts`. As a child, its text would be escaped, which browsers do not undo in scripts. */
export const InlineScript = ({ text }: { text: string }) =>
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a text of the build
  createElement('script', { dangerouslySetInnerHTML: { __html: text } });
