import { BlurredPictureImages, type ProportionedPicture } from './blurred-picture.tsx';

/** Lies under a picture that fills the place around both, which has to be positioned and isolated. */
export const BlurredPictureBelow = (picture: ProportionedPicture) => (
  <span className="blurred-picture">
    {/* In the browser an empty text: React then leaves the server's elements alone when it hydrates. */}
    {import.meta.env.SSR ? <BlurredPictureImages {...picture} /> : ''}
  </span>
);
