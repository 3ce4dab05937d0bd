import { type ReactNode, useState } from 'react';

interface DropZoneProps {
  /** What the file chooser offers. */
  accept: string;
  /** What the chooser is called, where the words below are not its name. */
  label?: string;
  multiple?: boolean;
  disabled?: boolean;
  className?: string;
  /** Receives at least one. */
  onFiles: (files: readonly File[]) => void;
  children: ReactNode;
}

/** Takes files that are chosen, or dropped on it. */
export function DropZone({ className = '', label, onFiles, children, ...input }: DropZoneProps) {
  const [isOver, setOver] = useState(false);
  const take = (files: FileList | null) => {
    if (files && files.length > 0) onFiles([...files]);
  };
  return (
    <label
      className={`drop-zone ${className}`}
      data-over={isOver}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer.files);
      }}
    >
      <input
        {...input}
        type="file"
        className="sr-only"
        aria-label={label}
        onChange={({ target }) => {
          take(target.files);
          target.value = '';
        }}
      />
      {children}
    </label>
  );
}
