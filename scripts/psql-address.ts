export interface PsqlAddress {
  readonly url: string;
  /** Every user of the machine can read a program's arguments, but not its environment. */
  readonly password: string;
}

/** A percent sign that encodes nothing, which the shop accepts. */
const LITERAL_PERCENT = /%(?![0-9a-f]{2})/gi;

/** The address of a database for psql, which rejects parameters and values that only the shop knows. */
export function psqlAddress(text: string): PsqlAddress {
  const url = new URL(text);
  const password = decodeURIComponent(url.password.replace(LITERAL_PERCENT, '%25'));
  url.password = '';
  // Everything else stays as the operator wrote it: setting one parameter would encode all of them again.
  url.search = url.search
    .replace(/([?&])uselibpqcompat=[^&]*(?:&|$)/, '$1')
    .replace(/[?&]$/, '')
    .replace(/([?&]sslmode=)no-verify(?=&|$)/, '$1require');
  return { url: url.href, password };
}
