import { Button } from '#plugin/web';

interface MoveButtonProps {
  /** What is moved, such as `link 2 of the header`. */
  name: string;
  way: 'up' | 'down';
  /** Whether it is at this end of the list already. */
  isOff: boolean;
  onMove: () => void;
}

/** Moves an entry of a list by one place. At the end of the list it does nothing, but keeps the keyboard focus. */
export const MoveButton = ({ name, way, isOff, onMove }: MoveButtonProps) => (
  <Button
    look="quiet"
    small
    aria-disabled={isOff}
    aria-label={`Move ${name} ${way}`}
    onClick={isOff ? undefined : onMove}
  >
    {way === 'up' ? '↑' : '↓'}
  </Button>
);
