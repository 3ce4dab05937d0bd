import type { CategoryId, DemoProduct } from './product.ts';

/** A category below one of the five. A product belongs to the first one that has one of its tags. */
export interface DemoSubcategory {
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly children?: readonly Omit<DemoSubcategory, 'children'>[];
}

export const demoSubcategories: Readonly<Record<CategoryId, readonly DemoSubcategory[]>> = {
  1: [
    {
      slug: 'sound',
      name: 'Sound',
      description: 'Headphones, speakers and radios for listening closely.',
      tags: ['headphones', 'earbuds', 'microphone', 'radio', 'speakers', 'record player'],
      children: [
        {
          slug: 'headphones',
          name: 'Headphones',
          description: 'In the ear and over it, for journeys and studios.',
          tags: ['headphones', 'earbuds'],
        },
        {
          slug: 'microphones',
          name: 'Microphones',
          description: 'For the desk, the stage and the spare room.',
          tags: ['microphone'],
        },
      ],
    },
    {
      slug: 'music-making',
      name: 'Music Making',
      description: 'Keys, knobs and an amplifier for playing at home.',
      tags: ['music', 'MIDI', 'amplifier'],
    },
    {
      slug: 'cameras-film',
      name: 'Cameras & Film',
      description: 'Film cameras, a lens, film and something to show pictures with.',
      tags: ['camera', 'film', 'lens', 'projector'],
    },
    {
      slug: 'optics',
      name: 'Telescopes & Binoculars',
      description: 'For what is far away.',
      tags: ['telescope', 'binoculars'],
    },
    {
      slug: 'computers-phones',
      name: 'Computers & Phones',
      description: 'Machines that can be repaired, and what they are used with.',
      tags: ['computer', 'laptop', 'phone', 'mouse', 'keyboard', 'number pad', 'trackball', 'charger', 'cable'],
      children: [
        {
          slug: 'keyboards-mice',
          name: 'Keyboards & Mice',
          description: 'For hands that spend the day at a desk.',
          tags: ['mouse', 'keyboard', 'number pad', 'trackball'],
        },
        {
          slug: 'chargers-cables',
          name: 'Chargers & Cables',
          description: 'From the wall to whatever is empty.',
          tags: ['charger', 'cable'],
        },
      ],
    },
    {
      slug: 'light-watches',
      name: 'Light, Clocks & Watches',
      description: 'Desk lamps, torches, bulbs and the time.',
      tags: ['light', 'torch', 'watch', 'clock'],
    },
  ],
  2: [
    {
      slug: 'knitwear',
      name: 'Knitwear',
      description: 'Sweaters, socks and scarves for wind, work and winter.',
      tags: ['sweater', 'sweatshirt', 'socks', 'scarf'],
    },
    {
      slug: 'tops-trousers',
      name: 'Tops & Trousers',
      description: 'What is worn every day, made to last.',
      tags: ['t-shirt', 'jeans', 'trousers'],
    },
    {
      slug: 'sandals',
      name: 'Sandals',
      description: 'For summer and warm floors.',
      tags: ['sandals'],
    },
    {
      slug: 'bags',
      name: 'Bags',
      description: 'Backpacks, cases and totes for a day or a fortnight.',
      tags: ['backpack', 'suitcase', 'tote', 'wash bag'],
    },
    {
      slug: 'accessories',
      name: 'Accessories',
      description: 'Hats, glasses, leather and jewellery.',
      tags: ['hat', 'cap', 'sunglasses', 'glasses', 'belt', 'card holder', 'jewellery'],
      children: [
        { slug: 'hats', name: 'Hats', description: 'For sun, rain and cold ears.', tags: ['hat', 'cap'] },
        {
          slug: 'glasses',
          name: 'Glasses & Sunglasses',
          description: 'For small print and for bright days.',
          tags: ['sunglasses', 'glasses'],
        },
        {
          slug: 'jewellery',
          name: 'Jewellery',
          description: 'Two rings, plain and not.',
          tags: ['jewellery'],
        },
      ],
    },
  ],
  3: [
    {
      slug: 'novels',
      name: 'Novels',
      description: 'Stories for trains, gardens and winter evenings.',
      tags: ['novel', 'mystery', 'crime', 'poetry'],
    },
    {
      slug: 'childrens-books',
      name: 'Children’s Books',
      description: 'Picture books and board books for reading aloud.',
      tags: ['children', 'picture book'],
    },
    {
      slug: 'notebooks-paper',
      name: 'Notebooks & Paper',
      description: 'Paper for lists, drawings and plans.',
      tags: ['stationery', 'notebook', 'sketchbook'],
    },
    {
      slug: 'cooking-household',
      name: 'Cooking & Household',
      description: 'How to bake, plant and mend.',
      tags: ['cooking', 'baking', 'gardening', 'repair', 'games'],
    },
    {
      slug: 'travel-essays',
      name: 'Travel & Essays',
      description: 'Journeys taken slowly and thought about afterwards.',
      tags: ['travel', 'essays'],
    },
    {
      slug: 'nature-science',
      name: 'Nature & Science',
      description: 'Birds, tides, stars and numbers, explained well.',
      tags: ['nature', 'science', 'popular science', 'mathematics', 'astronomy', 'architecture'],
    },
  ],
  4: [
    {
      slug: 'plants-garden',
      name: 'Plants & Garden',
      description: 'For windowsills, beds and long lunches outside.',
      tags: ['plant', 'houseplant', 'garden', 'basket'],
    },
    {
      slug: 'furniture',
      name: 'Furniture',
      description: 'Places to sit, read and put down a cup.',
      tags: ['furniture'],
    },
    {
      slug: 'lamps',
      name: 'Lamps',
      description: 'Light for a page, a table and a corner.',
      tags: ['lamp'],
    },
    {
      slug: 'kitchen-dining',
      name: 'Kitchen & Dining',
      description: 'What a table and a stove need.',
      tags: ['kitchen', 'plates', 'wine', 'cooking', 'baking'],
      children: [
        {
          slug: 'cookware',
          name: 'Cookware',
          description: 'Pans, boards, bowls and a knife for every day.',
          tags: ['cooking', 'baking', 'storage'],
        },
        {
          slug: 'tableware',
          name: 'Tableware',
          description: 'Stoneware, linen and glass.',
          tags: ['tea', 'coffee', 'plates', 'wine', 'noodles', 'jug', 'carafe', 'napkins'],
        },
      ],
    },
    {
      slug: 'bath-scent',
      name: 'Bath & Scent',
      description: 'Soap, towels and the smell of a good room.',
      tags: ['soap', 'bath', 'scent', 'candle'],
    },
    {
      slug: 'textiles',
      name: 'Throws & Cushions',
      description: 'Wool and linen to sit against.',
      tags: ['throw', 'cushion', 'blanket'],
    },
    {
      slug: 'decoration',
      name: 'Decoration',
      description: 'Vases, prints and a clock.',
      tags: ['decoration', 'vase', 'clock', 'art'],
    },
  ],
  5: [
    {
      slug: 'rackets-bats',
      name: 'Rackets & Bats',
      description: 'For the court, the garden and the kitchen table.',
      tags: ['racket', 'bat', 'tennis'],
    },
    {
      slug: 'lawn-beach',
      name: 'Lawn & Beach',
      description: 'Boules, skittles and a disc for long evenings.',
      tags: ['boules', 'lawn', 'disc'],
    },
    {
      slug: 'running-training',
      name: 'Running & Training',
      description: 'For roads, gyms and mats.',
      tags: ['running', 'training', 'gym', 'yoga'],
      children: [
        { slug: 'yoga', name: 'Yoga', description: 'Mats and blocks.', tags: ['yoga', 'mat'] },
        {
          slug: 'weights',
          name: 'Weights',
          description: 'Iron, rubber and leather to lift.',
          tags: ['weights', 'kettlebell', 'dumbbells'],
        },
      ],
    },
    {
      slug: 'ball-sports',
      name: 'Ball Sports',
      description: 'For the pitch, the court and the beach.',
      tags: ['ball'],
    },
    {
      slug: 'bottles-camping',
      name: 'Bottles & Camping',
      description: 'To drink from, on the way and by the fire.',
      tags: ['water bottle', 'camping'],
    },
  ],
};

const isOne =
  ({ tags }: DemoProduct) =>
  (subcategory: Pick<DemoSubcategory, 'tags'>): boolean =>
    subcategory.tags.some((tag) => tags.includes(tag));

/** The subcategories that a product belongs to, the lowest last; none where no tag fits. */
export function subcategoriesOf(product: DemoProduct): DemoSubcategory[] {
  const subcategory = demoSubcategories[product.categoryId].find(isOne(product));
  const shelf = subcategory?.children?.find(isOne(product));
  return [subcategory, shelf].filter((one) => one !== undefined);
}
