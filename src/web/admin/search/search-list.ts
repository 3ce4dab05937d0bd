import type { Notify } from '#web/shared/notice.tsx';
import type { ListAddress } from '../shared/list/use-list-address.ts';

/** What each list of the page works with. */
export interface SearchListProps {
  readonly list: ListAddress<{
    readonly view: readonly ['queries', 'synonyms', 'rules'];
    readonly kind: readonly ['all', 'without_results', 'without_clicks'];
  }>;
  readonly notify: Notify;
  /** The search that a rule is made for, if somebody came from the list of searches. */
  readonly query: string | null;
  readonly onRule: (query: string) => void;
}
