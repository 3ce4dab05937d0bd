import { defineShop } from '#plugin';
import { collections } from './plugins/collections/plugin.ts';
import { content } from './plugins/content/plugin.ts';
import { reviews } from './plugins/reviews/plugin.ts';
import { sizeGuides } from './plugins/size-guides/plugin.ts';
import { stockAndPriceAlerts } from './plugins/stock-and-price-alerts/plugin.ts';
import { theme } from './plugins/theme/plugin.ts';

/** What makes this shop its own: its plug-ins, in the order in which their parts appear, and its theme (docs/plugins). */
export default defineShop({
  plugins: [reviews(), stockAndPriceAlerts(), collections(), content(), theme(), sizeGuides()],
});
