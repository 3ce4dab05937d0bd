/** The pictures of a product and the selected one. */
export interface Pictures {
  images: readonly string[];
  alts: readonly string[];
  name: string;
  shown: number;
  onShow: (index: number) => void;
}
