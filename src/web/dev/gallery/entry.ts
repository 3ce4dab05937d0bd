import type { ComponentType } from 'react';

/** One box of the gallery: a component in its relevant states. */
export interface GalleryEntry {
  readonly title: string;
  readonly Example: ComponentType;
}

export const entryId = ({ title }: GalleryEntry): string => title.toLowerCase().replace(/[^a-z]+/g, '-');
