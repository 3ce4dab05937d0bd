import type { Shot } from '../shot.ts';
import { homeAndGarden } from './home-and-garden.ts';

export const SHOTS: readonly Shot[] = [...homeAndGarden];
