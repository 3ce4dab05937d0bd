import { Picture } from './picture.tsx';

/** Whether the visitor wants neither less motion nor, in browsers that tell, less data. */
const mayShow = () =>
  !matchMedia('(prefers-reduced-motion: reduce)').matches &&
  !(navigator as { connection?: { saveData?: boolean } }).connection?.saveData;

/** Another view of the product, over the picture of a card under the mouse. */
export default function SecondPicture({ src, sizes }: { src: string; sizes: string }) {
  return mayShow() ? (
    <Picture
      src={src}
      alt=""
      sizes={sizes}
      className="second-picture"
      onLoad={({ currentTarget }) => currentTarget.classList.add('is-loaded')}
    />
  ) : null;
}
