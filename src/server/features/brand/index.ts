export {
  type Brand,
  type BrandColours,
  type BrandIcon,
  type BrandLogo,
  type BrandReader,
  createBrand,
  OWN_BRAND,
  onWhitePaper,
} from './brand.ts';
export { bindManifest } from './manifest.routes.ts';
