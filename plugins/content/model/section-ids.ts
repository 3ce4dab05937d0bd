interface Identified {
  readonly id: string;
}

/** A short id that no section of the page has. */
export function newSectionId(sections: readonly Identified[]): string {
  const taken = new Set(sections.map(({ id }) => id));
  let number = sections.length + 1;
  while (taken.has(`s${number}`)) number += 1;
  return `s${number}`;
}

/** Puts a removed section back. A section that was added since may have got its id. */
export function insertSection<T extends Identified>(sections: readonly T[], index: number, section: T): T[] {
  const isTaken = sections.some(({ id }) => id === section.id);
  const restored = isTaken ? { ...section, id: newSectionId(sections) } : section;
  return [...sections.slice(0, index), restored, ...sections.slice(index)];
}
