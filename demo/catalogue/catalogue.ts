import { knowledge } from './books/knowledge.ts';
import { novels } from './books/novels.ts';
import { practical } from './books/practical.ts';
import { youngReadersAndPaper } from './books/young-readers-and-paper.ts';
import { bagsAndLeather } from './clothing/bags-and-leather.ts';
import { cotton } from './clothing/cotton.ts';
import { hatsAndGlasses } from './clothing/hats-and-glasses.ts';
import { knitwear } from './clothing/knitwear.ts';
import { summerShoes } from './clothing/summer-shoes.ts';
import { atHome } from './electronics/at-home.ts';
import { cameras } from './electronics/cameras.ts';
import { computers } from './electronics/computers.ts';
import { deskAndMusic } from './electronics/desk-and-music.ts';
import { soundAndLight } from './electronics/sound-and-light.ts';
import { candlesAndBath } from './home-and-garden/candles-and-bath.ts';
import { ceramics } from './home-and-garden/ceramics.ts';
import { furnitureAndLight } from './home-and-garden/furniture-and-light.ts';
import { kitchen } from './home-and-garden/kitchen.ts';
import { plantsAndDecoration } from './home-and-garden/plants-and-decoration.ts';
import { textiles } from './home-and-garden/textiles.ts';
import type { DemoCategory, DemoProduct } from './product.ts';
import { ballsAndBoules } from './sports/balls-and-boules.ts';
import { outdoors } from './sports/outdoors.ts';
import { racketsAndLawn } from './sports/rackets-and-lawn.ts';
import { training } from './sports/training.ts';

/** The five categories of the specification, by id. */
export const demoCategories: readonly DemoCategory[] = [
  {
    id: 1,
    slug: 'electronics',
    name: 'Electronics',
    description: 'Things with a switch: sound, cameras, computers and light for the desk.',
    sortOrder: 1,
  },
  {
    id: 2,
    slug: 'clothing',
    name: 'Clothing',
    description: 'Clothes, hats and bags that are meant to be worn out, and take a long time over it.',
    sortOrder: 2,
  },
  {
    id: 3,
    slug: 'books',
    name: 'Books',
    description: 'Novels, knowledge and picture books, and paper to answer them on.',
    sortOrder: 3,
  },
  {
    id: 4,
    slug: 'home-garden',
    name: 'Home & Garden',
    description: 'Stoneware, linen, wood and light for rooms, tables and windowsills.',
    sortOrder: 4,
  },
  {
    id: 5,
    slug: 'sports',
    name: 'Sports',
    description: 'Balls, rackets, weights and mats: everything for moving on purpose.',
    sortOrder: 5,
  },
];

/** All products by category. */
export const demoProducts: readonly DemoProduct[] = [
  ...soundAndLight,
  ...cameras,
  ...computers,
  ...deskAndMusic,
  ...atHome,
  ...knitwear,
  ...cotton,
  ...hatsAndGlasses,
  ...bagsAndLeather,
  ...summerShoes,
  ...novels,
  ...knowledge,
  ...practical,
  ...youngReadersAndPaper,
  ...ceramics,
  ...kitchen,
  ...candlesAndBath,
  ...textiles,
  ...furnitureAndLight,
  ...plantsAndDecoration,
  ...training,
  ...ballsAndBoules,
  ...outdoors,
  ...racketsAndLawn,
];
