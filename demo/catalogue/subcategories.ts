import type { CategoryId } from '../pictures/picture.ts';
import type { DemoProduct } from './product.ts';

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
      description: 'Headphones, microphones and radios for listening closely.',
      tags: ['headphones', 'microphone', 'radio'],
      children: [
        {
          slug: 'headphones',
          name: 'Headphones',
          description: 'Over the ear, for journeys, studios and children.',
          tags: ['headphones'],
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
      description: 'Instruments and controls for playing at home.',
      tags: ['music', 'MIDI', 'instrument'],
    },
    {
      slug: 'cameras-film',
      name: 'Cameras & Film',
      description: 'Film, cameras and projectors, new and in working order.',
      tags: ['camera', 'film', 'camcorder', 'cine'],
    },
    {
      slug: 'optics',
      name: 'Telescopes & Microscopes',
      description: 'For what is far away and for what is very small.',
      tags: ['telescope', 'microscope', 'binoculars'],
    },
    {
      slug: 'television-telephones',
      name: 'Television & Telephones',
      description: 'For the living room and the hall table.',
      tags: ['television', 'telephone', 'fax'],
    },
    {
      slug: 'games-robots',
      name: 'Games & Robots',
      description: 'Controllers, joysticks and things to build.',
      tags: ['games', 'robot'],
    },
    {
      slug: 'computers-phones',
      name: 'Computers & Phones',
      description: 'Machines that can be repaired, and what they are used with.',
      tags: ['computer', 'laptop', 'phone', 'printer', 'storage', 'mouse', 'keyboard', 'trackball'],
      children: [
        {
          slug: 'keyboards-mice',
          name: 'Keyboards & Mice',
          description: 'For hands that spend the day at a desk.',
          tags: ['mouse', 'keyboard', 'trackball'],
        },
      ],
    },
    {
      slug: 'light-watches',
      name: 'Light & Watches',
      description: 'Torches, bulbs and watches.',
      tags: ['light', 'torch', 'watch'],
    },
  ],
  2: [
    {
      slug: 'shoes',
      name: 'Shoes',
      description: 'From the ballroom to the beach.',
      tags: ['shoes', 'boots', 'sandals', 'flats'],
      children: [
        { slug: 'boots', name: 'Boots', description: 'For hills, rain and long evenings.', tags: ['boots'] },
        { slug: 'sandals', name: 'Sandals', description: 'For summer and warm floors.', tags: ['sandals'] },
      ],
    },
    {
      slug: 'bags',
      name: 'Bags',
      description: 'Backpacks, cases and purses for a day or a fortnight.',
      tags: ['backpack', 'suitcase', 'handbag', 'purse', 'wash bag', 'briefcase'],
    },
    {
      slug: 'swimwear',
      name: 'Swimwear',
      description: 'For lanes and for lying beside them.',
      tags: ['swim'],
    },
    {
      slug: 'dresses-robes',
      name: 'Dresses & Robes',
      description: 'For summer days, evenings and occasions.',
      tags: ['dress', 'yukata', 'robe', 'sari'],
    },
    {
      slug: 'tops-trousers',
      name: 'Tops & Trousers',
      description: 'What is worn every day, made to last.',
      tags: ['t-shirt', 'top', 'shirt', 'jeans', 'trousers', 'shorts'],
    },
    {
      slug: 'coats-knitwear',
      name: 'Coats & Knitwear',
      description: 'Layers for wind, work and winter.',
      tags: ['coat', 'jacket', 'socks', 'scarf', 'gloves', 'safety', 'wool'],
    },
    {
      slug: 'accessories',
      name: 'Accessories',
      description: 'Hats, glasses, umbrellas and jewellery.',
      tags: ['hat', 'cap', 'umbrella', 'sunglasses', 'glasses', 'jewellery'],
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
      tags: ['plant', 'houseplant', 'flowers', 'seeds', 'tulips', 'parasol', 'basket'],
    },
    {
      slug: 'kitchen-dining',
      name: 'Kitchen & Dining',
      description: 'What a table and a stove need.',
      tags: ['kitchen', 'plates', 'cutlery', 'wine', 'cooking', 'baking'],
      children: [
        {
          slug: 'cookware',
          name: 'Cookware',
          description: 'Pans, pots and knives for every day.',
          tags: ['cooking', 'baking', 'timer'],
        },
        {
          slug: 'tableware',
          name: 'Tableware',
          description: 'Stoneware, porcelain and glass.',
          tags: ['tea', 'coffee', 'plates', 'cutlery', 'wine', 'noodles'],
        },
      ],
    },
    {
      slug: 'furniture',
      name: 'Furniture',
      description: 'Places to sit, read and sleep.',
      tags: ['furniture', 'living room', 'bed'],
    },
    {
      slug: 'decoration',
      name: 'Decoration',
      description: 'Mirrors, clocks, candles and prints.',
      tags: ['decoration', 'clock', 'candle', 'lantern', 'art'],
    },
    {
      slug: 'tools-household',
      name: 'Tools & Household',
      description: 'For the workshop, the bathroom and the floor between them.',
      tags: ['tools', 'workshop', 'household', 'cleaning', 'bath', 'soap'],
    },
  ],
  5: [
    {
      slug: 'ball-sports',
      name: 'Ball Sports',
      description: 'For the pitch, the court and the beach.',
      tags: ['ball'],
    },
    {
      slug: 'rackets-darts',
      name: 'Rackets & Darts',
      description: 'Rackets, bats and a board to aim at.',
      tags: ['racket', 'bat', 'darts'],
    },
    {
      slug: 'running-training',
      name: 'Running & Training',
      description: 'For roads, gyms and mats.',
      tags: ['running', 'training', 'gym', 'boxing', 'martial arts'],
    },
    {
      slug: 'wheels',
      name: 'Wheels',
      description: 'Bicycles, scooters, boards and skates.',
      tags: ['bicycle', 'scooter', 'skateboard', 'roller skates'],
    },
    {
      slug: 'water-outdoors',
      name: 'Water & Outdoors',
      description: 'For lakes, trails, parks and snow.',
      tags: ['water', 'canoe', 'snorkel', 'tent', 'camping', 'park', 'ski', 'winter'],
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
