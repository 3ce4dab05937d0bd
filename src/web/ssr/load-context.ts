import { createContext } from 'react-router';
import type { Api } from '#web/api/calls.ts';
import type { PartId } from '#web/plugins/server-part.tsx';
import type { BlurredPicture } from '#web/shared/catalogue/blurred-picture.tsx';

/** The API inside the same process, for loaders on the server. */
export const apiContext = createContext<Api>();

/** The shop's origin, such as `https://shop.example`, without a trailing slash. */
export const originContext = createContext<string>();

/** The rendered page; null for redirects. */
export const documentContext = createContext<Buffer | null>(null);

/** Is notified of failures and delays of plug-ins' parts on the server. */
export interface PartReports {
  readonly failed: (part: PartId, error: unknown) => void;
  /** The part was not rendered in time. Only browsers render it during the pause. */
  readonly timedOut: (part: PartId, pauseMs: number) => void;
  /** Rendering the part blocked the server from all other work. */
  readonly blocked: (part: PartId, ms: number) => void;
}

/** The failures of plug-ins' parts. */
export interface PartFailures {
  readonly reports: PartReports;
  /** Called when a part is left out of the page. */
  readonly onLeftOut: () => void;
  /** The routes on which a part failed when they were last rendered. */
  readonly routes: Set<string>;
}

export const partFailuresContext = createContext<PartFailures>();

/** The blurred pictures of a page. Only the server's HTML contains them. */
export interface BlurredPictures {
  /** By the address of the picture. */
  readonly loaded: ReadonlyMap<string, BlurredPicture>;
  /** Loads the one of the picture that visitors wait for. Without it the page is complete, so this never fails. */
  readonly load: (src: string | null | undefined) => Promise<void>;
}

export const blurredPicturesContext = createContext<BlurredPictures>();
