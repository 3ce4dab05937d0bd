const PARTS = ['name', 'line1', 'line2', 'city', 'state', 'postal_code', 'country'] as const;

export type AddressPart = (typeof PARTS)[number];
type Address = { readonly [P in AddressPart]?: string | null | undefined };

/** The parts in which two addresses differ; an empty part counts as a missing one. */
export function changedAddressParts(before: Address, after: Address): AddressPart[] {
  return PARTS.filter((part) => (before[part] || null) !== (after[part] || null));
}
