/** The front of a drawn book: its cloth and what is printed on it, in a panel 18 wide and 24 high. No lettering. */
export interface BookCover {
  cloth: string;
  /** Set when the printed panel hides the cloth, for the spine. */
  spine?: string;
  art: string;
}

export const times = (count: number, draw: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => draw(i)).join('');
export const rect = (x: number, y: number, width: number, height: number, fill: string, more = '') =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}" ${more}/>`;
export const disc = (x: number, y: number, r: number, fill: string, more = '') =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}" ${more}/>`;
export const ring = (x: number, y: number, r: number, stroke: string, width: number) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="none" stroke="${stroke}" stroke-width="${width}"/>`;
export const shape = (d: string, fill: string, more = '') => `<path d="${d}" fill="${fill}" ${more}/>`;
export const line = (d: string, stroke: string, width: number, more = '') =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`;
export const wave = (y: number, height: number, fill: string) =>
  shape(`M0 ${y}q2.25 -${height} 4.5 0t4.5 0t4.5 0t4.5 0V24H0z`, fill);
export const leaf = (x: number, y: number, angle: number, length: number, fill: string) =>
  shape(
    `M0 0C${length * 0.3} -${length * 0.42} ${length * 0.8} -${length * 0.3} ${length} 0C${length * 0.8} ${length * 0.3} ${length * 0.3} ${length * 0.42} 0 0z`,
    fill,
    `transform="translate(${x} ${y}) rotate(${angle})"`,
  );
