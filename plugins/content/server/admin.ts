import type { Caller, RequestFacts } from '#plugin';

/** The admin behind a change. */
export interface Admin {
  readonly caller: Caller;
  readonly request: RequestFacts;
}

/** The facts of an audit entry that every change has. */
export const auditedBy = ({ caller, request }: Admin, entity: string, id: number | string) =>
  ({ actor: caller, request, entity, entityId: String(id) }) as const;
