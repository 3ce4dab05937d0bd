import { createContext } from 'react-router';
import type { Api } from '#web/api/calls.ts';

/** The API inside the same process, for loaders on the server. */
export const apiContext = createContext<Api>();

/** The shop's origin, such as `https://shop.example`, without a trailing slash. */
export const originContext = createContext<string>();

/** The rendered page; empty for redirects. */
export const documentContext = createContext('');

/** Called with the error of each part of a plug-in that failed while the page was rendered. */
export const partFailureContext = createContext<(error: unknown) => void>(console.error);
