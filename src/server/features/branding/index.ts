export {
  type Branding,
  type BrandingColours,
  type BrandingIcon,
  type BrandingLogo,
  type BrandingReader,
  createBranding,
  OWN_BRANDING,
  onWhitePaper,
} from './branding.ts';
export { bindManifest } from './manifest.routes.ts';
