import { type DragEvent, useRef, useState } from 'react';

/** Reordering by drag and drop. */
export function useDragging(onMove: (from: number, to: number) => void) {
  const dragged = useRef<number | null>(null);
  const [aim, setAim] = useState<number | null>(null);
  return {
    /** The item being dragged over. */
    aim,
    /** @param text data for other programs */
    handlersOf: (index: number, text: string) => ({
      onDragStart: (event: DragEvent) => {
        dragged.current = index;
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', text);
      },
      onDragOver: (event: DragEvent) => {
        event.preventDefault();
        if (dragged.current !== null && dragged.current !== index) setAim(index);
      },
      onDragLeave: () => setAim(null),
      onDragEnd: () => {
        dragged.current = null;
        setAim(null);
      },
      onDrop: (event: DragEvent) => {
        if (event.dataTransfer.files.length > 0) return;
        event.preventDefault();
        event.stopPropagation();
        if (dragged.current !== null) onMove(dragged.current, index);
        dragged.current = null;
      },
    }),
  };
}
