import type { Shot } from '../shot.ts';
import { books } from './books.ts';
import { clothing } from './clothing.ts';
import { electronics } from './electronics.ts';
import { homeAndGarden } from './home-and-garden.ts';
import { scenes } from './scenes.ts';
import { sports } from './sports.ts';

export const SHOTS: readonly Shot[] = [...homeAndGarden, ...electronics, ...books, ...clothing, ...sports, ...scenes];
