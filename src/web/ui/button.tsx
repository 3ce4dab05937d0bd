import type { ComponentProps } from 'react';

export type ButtonLook = 'primary' | 'secondary' | 'quiet' | 'danger';

/** The look of a button, for links: `<Link className={buttonClass('primary')}>`. */
export const buttonClass = (look: ButtonLook = 'primary', extra = '') => `button button-${look} ${extra}`;

type ButtonProps = ComponentProps<'button'> & {
  look?: ButtonLook;
  /** 44 instead of 48 px high. */
  small?: boolean;
  /** Label shown while the action runs; the button is disabled meanwhile, but keeps the focus. */
  busy?: string | false | undefined;
};

export function Button({ look, small, busy, className = '', disabled, children, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      onClick={(event) => {
        // The second click of a double click arrives before the busy state renders: ignore it.
        if (busy || (busy !== undefined && event.detail > 1)) event.preventDefault();
        else onClick?.(event);
      }}
      disabled={disabled}
      aria-disabled={busy ? true : rest['aria-disabled']}
      aria-busy={busy ? true : undefined}
      className={buttonClass(look, `${small ? 'button-small ' : ''}${className}`)}
    >
      {busy || children}
    </button>
  );
}
