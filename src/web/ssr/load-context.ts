import { createContext } from 'react-router';
import type { Api } from '#web/api/calls.ts';

/** The API inside the same process, for loaders on the server. */
export const apiContext = createContext<Api>();

/** The shop's origin, such as `https://shop.example`, without a trailing slash. */
export const originContext = createContext<string>();

/** The rendered page; empty for redirects. */
export const documentContext = createContext('');

/** The failures of plug-ins' parts; one for all pages of a renderer. */
export interface PartFailures {
  /** Called with the error of each part that failed while a page was rendered. */
  readonly report: (error: unknown) => void;
  /** The routes on which a part failed when they were last rendered. */
  readonly routes: Set<string>;
}

export const partFailuresContext = createContext<PartFailures>();
