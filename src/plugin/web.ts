/**
 * The public surface for components and pages of plug-ins: everything that `#plugin/web` offers. It runs in the browser and
 * on the server that renders pages. `docs/plugins/` is the guide; pages of the back office also use `#plugin/admin`.
 */

export { slugOf } from '#domain/catalogue/slug.ts';
export { counted } from '#domain/counted.ts';
export { isSameJson } from '#domain/is-same-json.ts';
export { readPage } from '#domain/paging.ts';
export { ApiError, messageOf, refusalOr } from '#web/api/api-error.ts';
export { PluginSection, type SectionProps } from '#web/plugins/section.tsx';
export type { SlotName, SlotProduct, SlotProps } from '#web/plugins/slots.ts';
export { Amount } from '#web/shared/amount.tsx';
export { type User, useAuth } from '#web/shared/auth/auth-state.ts';
export { useCart } from '#web/shared/cart/cart-state.ts';
export { BlurredPictureBelow } from '#web/shared/catalogue/blurred-picture-below.tsx';
export { type CardProduct, cardProduct } from '#web/shared/catalogue/card-product.ts';
export { Picture, pictureAddress } from '#web/shared/catalogue/picture.tsx';
export { Price } from '#web/shared/catalogue/price.tsx';
export { ProductGrid } from '#web/shared/catalogue/product-grid.tsx';
export { Rating } from '#web/shared/catalogue/rating.tsx';
export { DateTime } from '#web/shared/date-time.tsx';
export { ErrorSummary } from '#web/shared/forms/error-summary.tsx';
export { FormDialog } from '#web/shared/forms/form-dialog.tsx';
export { adoptSaved, fieldProblem, type ShopForm, useShopForm } from '#web/shared/forms/shop-form.ts';
export { footerMenus } from '#web/shared/frame/footer-menus.ts';
export { NarrowPage } from '#web/shared/frame/narrow-page.tsx';
export { type SubscriptionResult, subscribeToNewsletter } from '#web/shared/frame/subscribe.ts';
export { centsOf, currencySymbol, formatCents, formatPrice } from '#web/shared/money.ts';
export { formatCount } from '#web/shared/numbers.ts';
export { pageMeta } from '#web/shared/page-meta.ts';
export { Pagination } from '#web/shared/pagination.tsx';
export { ProductResults, preloadResults } from '#web/shared/product-list/product-results.tsx';
export { QueryProvider } from '#web/shared/query-provider.tsx';
export { pageTitle, shop } from '#web/shared/shop/shop.ts';
export { useWishlist } from '#web/shared/wishlist/wishlist-state.ts';
export type { CardChoice, CardForm, CardFormProps, CardResult } from '#web/storefront/checkout/card/card-form.ts';
export { Badge } from '#web/ui/badge.tsx';
export { Banner } from '#web/ui/banner.tsx';
export { Button, buttonClass } from '#web/ui/button.tsx';
export { ConfirmDialog, Dialog } from '#web/ui/dialog.tsx';
export { Drawer } from '#web/ui/drawer.tsx';
export { EmptyState } from '#web/ui/empty-state.tsx';
export { Checkbox, MoneyField, NumberField, SelectField, Switch, TextArea, TextField } from '#web/ui/field.tsx';
export { Icon } from '#web/ui/icon.tsx';
export { Link, navigate } from '#web/ui/link.tsx';
export { openOverlay } from '#web/ui/overlay.tsx';
export { SectionLink } from '#web/ui/section-link.tsx';
export { Skeleton } from '#web/ui/skeleton.tsx';
export { Tabs } from '#web/ui/tabs.tsx';
export { toast, toastFailure } from '#web/ui/toast.ts';
export { createApi, type PluginApi } from './api.ts';
export { type PageRequest, pageLoaders } from './page-loaders.ts';
export { readProductFields } from './product-fields.ts';
export { type ProductList, type ProductListParameters, readProductList } from './product-list.ts';
