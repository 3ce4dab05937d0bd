import { BlurredPictureImages, type ProportionedPicture } from './blurred-picture.tsx';

/** Lies under a picture. Both fill the element around them, which has to be positioned and isolated. */
export const BlurredPictureBelow = (picture: ProportionedPicture) => (
  <span className="blurred-picture">
    {/* An empty text in the browser: React then keeps the server's elements when it hydrates. */}
    {import.meta.env.SSR ? <BlurredPictureImages {...picture} /> : ''}
  </span>
);
