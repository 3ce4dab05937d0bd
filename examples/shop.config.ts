import { defineShop } from '#plugin';
import { hello } from './hello/plugin.ts';

export default defineShop({ plugins: [hello()] });
