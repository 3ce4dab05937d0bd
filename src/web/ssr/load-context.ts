import { createContext } from 'react-router';
import type { Api } from '#web/api/calls.ts';

/** The API inside the same process, for loaders on the server. */
export const apiContext = createContext<Api>();

/** Where the shop is reached, such as `https://shop.example`, without a slash at the end. */
export const originContext = createContext<string>();

/** The rendered page; empty when the address leads elsewhere. */
export const documentContext = createContext('');
