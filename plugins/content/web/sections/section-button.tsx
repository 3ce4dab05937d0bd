import { buttonClass } from '#plugin/web';
import { ContentLink } from '../rich-text.tsx';

interface SectionButtonProps {
  label: string;
  to: string;
  look?: 'primary' | 'secondary';
}

/** The link of a section as a button; nothing without an address. */
export function SectionButton({ label, to, look = 'primary' }: SectionButtonProps) {
  if (label === '' || to === '') return null;
  return (
    <ContentLink to={to} className={buttonClass(look)}>
      {label}
    </ContentLink>
  );
}
