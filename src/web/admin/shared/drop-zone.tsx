import { type ReactNode, useState } from 'react';

interface DropZoneProps {
  /** The `accept` attribute of the file input. */
  accept: string;
  /** Accessible name, if it differs from the text below. */
  label?: string;
  multiple?: boolean;
  disabled?: boolean;
  className?: string;
  /** Receives at least one file. */
  onFiles: (files: readonly File[]) => void;
  children: ReactNode;
}

/** Accepts files, chosen or dropped. */
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
