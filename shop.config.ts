import { defineShop } from '#plugin';

/** What makes this shop its own: its plug-ins, in the order in which their parts appear, and its theme (docs/plugins.md). */
export default defineShop({ plugins: [] });
