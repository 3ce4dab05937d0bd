import { createApi } from '#plugin/web';
import type { contentContract } from '../../contract.ts';

export const api = createApi<typeof contentContract>();
