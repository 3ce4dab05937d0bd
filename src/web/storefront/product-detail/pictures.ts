/** The pictures of a product and which of them is shown. */
export interface Pictures {
  images: readonly string[];
  alts: readonly string[];
  name: string;
  shown: number;
  onShow: (index: number) => void;
}
