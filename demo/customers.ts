import type { Country } from '#domain/shipping.ts';

export interface DemoAddress {
  readonly name: string;
  readonly line1: string;
  readonly line2?: string;
  readonly city: string;
  readonly state: string;
  readonly postal_code: string;
  readonly country: Country;
}

export interface DemoCustomer {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly address: DemoAddress;
  /** Days before today on which the account was opened. */
  readonly joinedDaysAgo: number;
}

/** Printed at the start; never in production. */
export const DEMO_ADMIN = { name: 'Nora Whitcombe', email: 'admin@stoa.test', password: 'stoa-admin-demo' } as const;
export const DEMO_SHOPPER = {
  name: 'Maya Lindqvist',
  email: 'shopper@stoa.test',
  password: 'stoa-shopper-demo',
} as const;

/** Invented people, as a shop that delivers to three countries has them; some names are long, some not Latin. */
const NAMES: readonly string[] = [
  'Maya Lindqvist',
  'Tomás Ibarra',
  'Aiko Watanabe',
  'Grace Okafor',
  'Liam Byrne',
  'Zoë van der Meer',
  'Ahmed El-Sayed',
  'Priya Raghunathan',
  'Søren Kjærgaard',
  'Chloé Dubois-Lefèvre',
  'Mateusz Wiśniewski',
  'Hana Nováková',
  'Kwame Mensah',
  'Ingrid Østby',
  'Luca Ferrante',
  'Noor Haddad',
  'Ewan MacAllister',
  'Beatriz Figueiredo',
  'Owen Prescott',
  'Mei-Ling Zhao',
  'Dario Kovačević',
  'Fatima Bensalem',
  'Jonas Weidenfeld',
  'Siobhán O’Rourke',
  'Ravi Subramanian',
  'Elif Yıldırım',
  'Marcus Holloway',
  'Agnieszka Zielińska',
  'Thandiwe Dlamini',
  'Pablo Echeverría',
  'Freya Ashworth',
  'Nikolai Petrenko',
  'Camila Restrepo',
  'Henrik Aalto',
  'Yuki Morimoto',
  'Desmond Achebe',
  'Lucía Montenegro',
  'Oskar Lindholm',
  'Amara Nwosu',
  'Philippa Hartington-Smythe',
  'Giorgos Papadakis',
  'Leilani Kahananui',
  'Viktor Sokolov',
  'Rosalind Tremaine',
  'Hyun-woo Seo',
  'Anneliese Baumgartner',
  'Kofi Asante',
  'Marisol Quintanilla',
  'Declan Fitzsimmons',
  'Sunniva Haugen',
  'Idris Farouk',
  'Bronwen Llewellyn',
  'Takumi Ishida',
  'Odette Marchand',
  'Cormac Delaney',
  'Zainab Qureshi',
  'Emil Strandberg',
  'Josefina Alvarado',
  '李文静',
  'يوسف المنصوري',
  'Bartholomew Featherstonehaugh-Cavendish',
];

type Place = Pick<DemoAddress, 'city' | 'state' | 'postal_code' | 'country'>;

const PLACES: readonly Place[] = [
  { city: 'Portland', state: 'ME', postal_code: '04101', country: 'US' },
  { city: 'Asheville', state: 'NC', postal_code: '28801', country: 'US' },
  { city: 'Madison', state: 'WI', postal_code: '53703', country: 'US' },
  { city: 'Santa Fe', state: 'NM', postal_code: '87501', country: 'US' },
  { city: 'Burlington', state: 'VT', postal_code: '05401', country: 'US' },
  { city: 'Savannah', state: 'GA', postal_code: '31401', country: 'US' },
  { city: 'Duluth', state: 'MN', postal_code: '55802', country: 'US' },
  { city: 'Eugene', state: 'OR', postal_code: '97401', country: 'US' },
  { city: 'Halifax', state: 'NS', postal_code: 'B3H 1A1', country: 'CA' },
  { city: 'Kingston', state: 'ON', postal_code: 'K7L 2Z1', country: 'CA' },
  { city: 'Victoria', state: 'BC', postal_code: 'V8W 1N3', country: 'CA' },
  { city: 'Bath', state: 'Somerset', postal_code: 'BA1 2AB', country: 'UK' },
  { city: 'York', state: 'North Yorkshire', postal_code: 'YO1 7HH', country: 'UK' },
];

const STREETS = [
  'Harbour Lane',
  'Alder Street',
  'Quarry Road',
  'Juniper Court',
  'Mill Hill',
  'Orchard Row',
  'Ferry Walk',
];

function emailOf(name: string, index: number): string {
  if (name === DEMO_SHOPPER.name) return DEMO_SHOPPER.email;
  const local = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z]+/g, '.')
    .replace(/^\.+|\.+$/g, '');
  return `${local || `customer.${index + 1}`}@example.com`;
}

function customer(name: string, index: number): DemoCustomer {
  const place = PLACES[(index * 5) % PLACES.length] as Place;
  const street = STREETS[(index * 3) % STREETS.length] as string;
  const address = { name, line1: `${3 + ((index * 17) % 140)} ${street}`, ...place };
  return {
    name,
    email: emailOf(name, index),
    phone: `+1 (555) 01${String(index % 100).padStart(2, '0')}-${String(1000 + index * 37).slice(0, 4)}`,
    address: index % 6 === 0 ? { ...address, line2: `Apt ${1 + (index % 9)}` } : address,
    joinedDaysAgo: 372 - Math.floor((index * 360) / NAMES.length),
  };
}

/** The demo shopper first; then in the order in which they joined. */
export const demoCustomers: readonly DemoCustomer[] = NAMES.map(customer);
