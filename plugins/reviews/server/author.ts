/** How a customer's name is shown: 'Maya Lindqvist' is 'Maya L.' */
export function publicName(name: string): string {
  const [first = '', ...others] = name.trim().split(/\s+/);
  const initial = [...(others.at(-1) ?? '')][0];
  return initial ? `${first} ${initial}.` : first;
}
