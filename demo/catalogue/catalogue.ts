import { knowledge } from './books/knowledge.ts';
import { novels } from './books/novels.ts';
import { practical } from './books/practical.ts';
import { youngReadersAndPaper } from './books/young-readers-and-paper.ts';
import { accessories } from './clothing/accessories.ts';
import { bags } from './clothing/bags.ts';
import { dressesAndSwim } from './clothing/dresses-and-swim.ts';
import { layers } from './clothing/layers.ts';
import { shoes } from './clothing/shoes.ts';
import { topsAndTrousers } from './clothing/tops-and-trousers.ts';
import { cameras } from './electronics/cameras.ts';
import { computers } from './electronics/computers.ts';
import { controls } from './electronics/controls.ts';
import { houseElectrics } from './electronics/house-electrics.ts';
import { musicMaking } from './electronics/music-making.ts';
import { optics } from './electronics/optics.ts';
import { sound } from './electronics/sound.ts';
import { decoration } from './home-and-garden/decoration.ts';
import { furniture } from './home-and-garden/furniture.ts';
import { garden } from './home-and-garden/garden.ts';
import { stove } from './home-and-garden/stove.ts';
import { table } from './home-and-garden/table.ts';
import { workshopAndBath } from './home-and-garden/workshop-and-bath.ts';
import type { DemoCategory, DemoProduct } from './product.ts';
import { ballsAndCourts } from './sports/balls-and-courts.ts';
import { training } from './sports/training.ts';
import { wheelsAndWater } from './sports/wheels-and-water.ts';

/** The five categories of the specification, by id. */
export const demoCategories: readonly DemoCategory[] = [
  {
    id: 1,
    slug: 'electronics',
    name: 'Electronics',
    description: 'Things with a switch: sound, cameras, computers and the small machines of a household.',
    sortOrder: 1,
  },
  {
    id: 2,
    slug: 'clothing',
    name: 'Clothing',
    description: 'Clothes, shoes and bags that are meant to be worn out, and take a long time over it.',
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
    description: 'For rooms, tables, windowsills and the shed.',
    sortOrder: 4,
  },
  {
    id: 5,
    slug: 'sports',
    name: 'Sports',
    description: 'Balls, boots, wheels and water: everything for going outside on purpose.',
    sortOrder: 5,
  },
];

/** All products by category. */
export const demoProducts: readonly DemoProduct[] = [
  ...sound,
  ...musicMaking,
  ...cameras,
  ...optics,
  ...computers,
  ...controls,
  ...houseElectrics,
  ...topsAndTrousers,
  ...dressesAndSwim,
  ...layers,
  ...shoes,
  ...bags,
  ...accessories,
  ...novels,
  ...knowledge,
  ...practical,
  ...youngReadersAndPaper,
  ...furniture,
  ...decoration,
  ...table,
  ...stove,
  ...garden,
  ...workshopAndBath,
  ...ballsAndCourts,
  ...training,
  ...wheelsAndWater,
];
