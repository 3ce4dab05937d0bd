import { createApi } from '#plugin/web';
import type { collectionContract } from '../contract.ts';

export const api = createApi<typeof collectionContract>();
