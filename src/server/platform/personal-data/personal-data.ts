import type { Transaction } from '../database/database.ts';

/** The person behind an account that is being deleted. */
export interface DeletedPerson {
  readonly userId: number;
  /** Email addresses that the account verified, including earlier ones, in lower case. */
  readonly emails: readonly string[];
  /** Names and contact details, to redact them from texts that others wrote about the person and their orders. */
  readonly words: readonly string[];
  /** Replace name and address in records that stay. */
  readonly replacement: { readonly name: string; readonly email: string };
}

/**
 * What the owner of tables does when an account is deleted, in the transaction of the deletion. Every feature that
 * stores something about a person exports one; `personal-data-owners.ts` lists them.
 */
export interface PersonalDataOwner {
  /** Deletes what exists only for the account. */
  deleteBelongings?(tx: Transaction, userId: number): Promise<void>;
  /** Removes the person from records that the shop keeps. */
  anonymise?(tx: Transaction, person: DeletedPerson): Promise<void>;
}
