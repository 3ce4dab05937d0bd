import type { Country } from '#domain/checkout/shipping.ts';

/** A fictional address in the contract's shape and the country's format. */
export interface DemoAddress {
  name: string;
  line1: string;
  line2?: string;
  city: string;
  state: string;
  postal_code: string;
  country: Country;
}

export interface DemoCustomer {
  name: string;
  email: string;
  phone?: string;
  isAdmin?: true;
  isActive?: false;
  /** Days before today on which the account was created. */
  joinedDaysAgo: number;
  /** How often they buy compared with others; 0 for the admin. */
  eagerness: number;
  address: DemoAddress;
}

/** The two demo accounts; their passwords are in the loader. */
export const demoAdmin: DemoCustomer = {
  name: 'Nora Wickström',
  email: 'admin@stoa.test',
  phone: '+1 503 555 0101',
  isAdmin: true,
  joinedDaysAgo: 420,
  eagerness: 0,
  address: {
    name: 'Nora Wickström',
    line1: '1 Stoa Yard',
    city: 'Portland',
    state: 'OR',
    postal_code: '97205',
    country: 'US',
  },
};

export const demoShopper: DemoCustomer = {
  name: 'Maya Lindqvist',
  email: 'shopper@stoa.test',
  phone: '+1 206 555 0142',
  joinedDaysAgo: 350,
  eagerness: 2.4,
  address: {
    name: 'Maya Lindqvist',
    line1: '418 Juniper Lane',
    line2: 'Apt 5',
    city: 'Seattle',
    state: 'WA',
    postal_code: '98107',
    country: 'US',
  },
};

type Row = readonly [
  name: string,
  mailbox: string,
  line1: string,
  city: string,
  state: string,
  postalCode: string,
  country: Country,
  joinedDaysAgo: number,
  eagerness: number,
  line2?: string,
];

const ROWS: readonly Row[] = [
  ['Tomás Ibarra', 'tomas.ibarra', '2204 Alder Street', 'Eugene', 'OR', '97405', 'US', 402, 1.6],
  ['Aiko Watanabe', 'aiko.watanabe', '77 Harbor View Road', 'San Francisco', 'CA', '94121', 'US', 396, 1.4, 'Unit 12'],
  ['Grace Okafor', 'grace.okafor', '1530 Magnolia Avenue', 'Atlanta', 'GA', '30316', 'US', 391, 1.8],
  ['Liam Byrne', 'liam.byrne', '19 Tidewater Close', 'Bristol', 'Bristol', 'BS6 5QT', 'UK', 388, 1.1],
  ['Zoë Martínez-Okonkwo', 'zoe.mo', '640 Larkspur Court', 'Austin', 'TX', '78704', 'US', 380, 1.5],
  ['Søren Kjær', 'soren.kjaer', '58 Birchmount Road', 'Halifax', 'NS', 'B3H 2N9', 'CA', 377, 0.9],
  ['Priya Raghunathan', 'priya.r', '905 Sandpiper Way', 'San Jose', 'CA', '95125', 'US', 371, 1.3],
  ['Jean-Luc Tremblay', 'jl.tremblay', '3312 rue des Érables', 'Québec', 'QC', 'G1K 8A4', 'CA', 369, 1.2],
  ['Fatima El-Amrani', 'fatima.elamrani', '81 Orchard Bank', 'Leeds', 'West Yorkshire', 'LS7 4BG', 'UK', 362, 1],
  ['Marcus Delacroix', 'marcus.delacroix', '412 Bayou Terrace', 'New Orleans', 'LA', '70119', 'US', 358, 1.1],
  ['李晓明', 'xiaoming.li', '1208 Camphor Drive', 'Vancouver', 'BC', 'V5K 0A7', 'CA', 351, 1.2, 'Suite 703'],
  ['Hannah O’Sullivan', 'hannah.osullivan', '27 Chapel Steps', 'Belfast', 'Antrim', 'BT9 6GW', 'UK', 344, 0.8],
  ['Dmitri Sokolov', 'dmitri.sokolov', '88 Foundry Street', 'Pittsburgh', 'PA', '15201', 'US', 340, 0.9],
  ['Amara Nwosu', 'amara.nwosu', '5021 Wren Hollow', 'Houston', 'TX', '77008', 'US', 335, 1.3],
  ['Björn Ásgeirsson', 'bjorn.asgeirsson', '14 Gimli Shore Road', 'Winnipeg', 'MB', 'R3C 1A5', 'CA', 331, 0.7],
  ['Charlotte Ashworth-Pryce', 'c.ashworth', '3 Mill Race', 'Shrewsbury', 'Shropshire', 'SY1 2HX', 'UK', 326, 1.1],
  ['Diego Fuentes', 'diego.fuentes', '1745 Ocotillo Road', 'Tucson', 'AZ', '85719', 'US', 320, 1],
  ['Ewa Wiśniewska', 'ewa.wisniewska', '266 Noble Square', 'Chicago', 'IL', '60642', 'US', 315, 1.4, 'Floor 2'],
  [
    'Kwame Boateng',
    'kwame.boateng',
    '39 Peckham Rise',
    'London',
    'Greater London',
    'SE15 3UJ',
    'UK',
    309,
    1.2,
    'Flat B',
  ],
  ['Ngọc Anh Trần', 'ngocanh.tran', '820 Lotus Court', 'Garden Grove', 'CA', '92840', 'US', 304, 1],
  ['Olivia Brandt', 'olivia.brandt', '1101 Prairie Rose Lane', 'Minneapolis', 'MN', '55408', 'US', 298, 1.5],
  ['Rashid al-Farsi', 'rashid.alfarsi', '47 Beacon Hill Road', 'Ottawa', 'ON', 'K1J 7X3', 'CA', 292, 0.9],
  ['Σοφία Παπαδάκη', 'sofia.papadaki', '2318 Steinway Row', 'New York', 'NY', '11105', 'US', 287, 1.1, '3R'],
  ['Thandiwe Mokoena', 'thandiwe.m', '650 Peachtree Hollow', 'Decatur', 'GA', '30030', 'US', 281, 0.8],
  ['Anders Holmgren', 'anders.holmgren', '72 Lakehead Avenue', 'Duluth', 'MN', '55803', 'US', 276, 1],
  ['Yael Ben-David', 'yael.bendavid', '18 Fairmount Terrace', 'Boston', 'MA', '02130', 'US', 270, 1.2],
  ['Rhys Llewellyn', 'rhys.llewellyn', '5 Heol y Bryn', 'Cardiff', 'South Glamorgan', 'CF14 7TN', 'UK', 264, 0.9],
  ['Camille Beaulieu', 'camille.beaulieu', '1489 avenue du Parc-Royal', 'Montréal', 'QC', 'H2X 3K1', 'CA', 259, 1.3],
  ['Jorge Salcedo Peña', 'jorge.salcedo', '3417 Cottonwood Drive', 'Albuquerque', 'NM', '87106', 'US', 251, 0.7],
  ['Ingrid Solheim', 'ingrid.solheim', '906 Fjordside Street', 'Bellingham', 'WA', '98225', 'US', 246, 1.1],
  ['Mohammed Rahman', 'm.rahman', '112 Cannon Hill Lane', 'Birmingham', 'West Midlands', 'B13 9EX', 'UK', 240, 1],
  ['Naomi Feldman', 'naomi.feldman', '233 Dogwood Path', 'Philadelphia', 'PA', '19147', 'US', 233, 0.9],
  ['Paolo De Santis', 'paolo.desantis', '61 Corso Court', 'Toronto', 'ON', 'M6G 2T8', 'CA', 228, 1.2, 'Unit 4'],
  ['Lucía Ferreira', 'lucia.ferreira', '770 Bougainvillea Walk', 'Miami', 'FL', '33133', 'US', 221, 1.4],
  ['Владимир Петренко', 'v.petrenko', '2914 Sheepshead Lane', 'New York', 'NY', '11235', 'US', 216, 0.8],
  ['Eleanor Whitcombe', 'eleanor.whitcombe', '11 Lower Meadow', 'Exeter', 'Devon', 'EX4 6PQ', 'UK', 209, 1.1],
  ['Hiroshi Tanaka', 'hiroshi.tanaka', '455 Plum Blossom Way', 'Honolulu', 'HI', '96816', 'US', 203, 0.9],
  ['Adaeze Eze-Hughes', 'adaeze.eh', '1602 Tobacco Row', 'Richmond', 'VA', '23220', 'US', 197, 1],
  ['Freya Sinclair', 'freya.sinclair', '28 Braid Gardens', 'Edinburgh', 'Midlothian', 'EH10 6JD', 'UK', 190, 1.3],
  ['Mateusz Kowalczyk', 'mateusz.k', '508 Ravenswood Court', 'Milwaukee', 'WI', '53207', 'US', 184, 0.7],
  ['Samira Haddad', 'samira.haddad', '9240 Fig Tree Lane', 'Dearborn', 'MI', '48126', 'US', 178, 1.2],
  ['Noah Castellanos', 'noah.castellanos', '315 Switchback Trail', 'Boulder', 'CO', '80304', 'US', 171, 1.5],
  ['Oriane Lefèvre', 'oriane.lefevre', '64 chemin des Ormes', 'Gatineau', 'QC', 'J8Y 3R2', 'CA', 165, 0.9],
  ['김하늘', 'haneul.kim', '1877 Magnolia Vista', 'Los Angeles', 'CA', '90019', 'US', 159, 1.1, 'Apt 310'],
  ['Gareth Pugh-Morgan', 'gareth.pm', '2 Quarry Cottages', 'Bangor', 'Gwynedd', 'LL57 2DG', 'UK', 152, 0.6],
  ['Isabel Monteiro', 'isabel.monteiro', '143 Wickenden Row', 'Providence', 'RI', '02906', 'US', 146, 1],
  ['Tobias Reinhardt', 'tobias.reinhardt', '2750 Hilltop Circle', 'Cincinnati', 'OH', '45226', 'US', 139, 0.8],
  [
    'Ayesha Siddiqui',
    'ayesha.siddiqui',
    '96 Willow Brook Road',
    'Manchester',
    'Greater Manchester',
    'M20 3WL',
    'UK',
    131,
    1.2,
  ],
  ['Wren Blackwood', 'wren.blackwood', '12 Ferry Slip', 'Portland', 'ME', '04101', 'US', 124, 1],
  ['Nikolaj Østergaard', 'nikolaj.o', '830 Spruce Point', 'Calgary', 'AB', 'T2N 4R6', 'CA', 117, 0.9],
  ['Valentina Rossi', 'valentina.rossi', '4108 Terracotta Lane', 'Denver', 'CO', '80205', 'US', 108, 1.1],
  ['Chidi Anyanwu', 'chidi.anyanwu', '57 Gristmill Drive', 'Charlotte', 'NC', '28205', 'US', 99, 0.9],
  ['Sinéad Ní Dhomhnaill', 'sinead.nd', '1422 Claddagh Street', 'San Diego', 'CA', '92103', 'US', 91, 0.8],
  ['Arjun Mehta', 'arjun.mehta', '610 Monsoon Terrace', 'Edison', 'NJ', '08817', 'US', 82, 1.3],
  ['Mia Thorvaldsen', 'mia.thorvaldsen', '33 Copper Ridge', 'Salt Lake City', 'UT', '84103', 'US', 71, 1],
  ['Leila Karimi', 'leila.karimi', '205 Pomegranate Court', 'Irvine', 'CA', '92604', 'US', 58, 1.1],
  [
    'Bartholomew Featherstonehaugh-Cholmondeley',
    'b.fc',
    'The Old Rectory',
    'Little Wexcombe',
    'Wiltshire',
    'SN8 3RT',
    'UK',
    46,
    0.7,
    'Church Lane',
  ],
  ['Juniper Hale', 'juniper.hale', '7 Sawmill Loop', 'Asheville', 'NC', '28801', 'US', 33, 1.2],
  ['Renée Dubois-Nakamura', 'renee.dn', '519 Cedar Cove', 'Victoria', 'BC', 'V8V 1L3', 'CA', 21, 0.9],
  ['Omar Villanueva', 'omar.villanueva', '1360 Mesquite Bend', 'San Antonio', 'TX', '78210', 'US', 9, 1],
];

/** Accounts that the merchant has deactivated; their orders stay. */
const INACTIVE = new Set(['marcus.delacroix', 'bjorn.asgeirsson', 'mateusz.k']);

/** Sixty fictional people with reserved mail domains, oldest account first. */
export const demoCustomers: readonly DemoCustomer[] = ROWS.map((row, index) => {
  const [name, mailbox, line1, city, state, postalCode, country, joinedDaysAgo, eagerness, line2] = row;
  return {
    name,
    email: `${mailbox}@example.com`,
    ...(index % 3 === 0 ? {} : { phone: phoneNumber(country, index) }),
    ...(INACTIVE.has(mailbox) ? { isActive: false as const } : {}),
    joinedDaysAgo,
    eagerness,
    address: { name, line1, ...(line2 ? { line2 } : {}), city, state, postal_code: postalCode, country },
  };
});

/** Phone numbers reserved for fiction. */
function phoneNumber(country: Country, index: number): string {
  const last = String(100 + index).padStart(4, '0');
  if (country === 'UK') return `+44 7700 900${String(100 + index)}`;
  return country === 'CA' ? `+1 604 555 ${last}` : `+1 415 555 ${last}`;
}
