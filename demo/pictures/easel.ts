import { constants, setPriority } from 'node:os';
import { openStudio } from './draw.ts';

/**
 * Draws the demo shop's pictures beside an open shop, in a process of its own that gives way to everybody: started by
 * `draw-beside.ts`, which is told what is due and what is drawn, and tells what is wanted next.
 */
const [folder = ''] = process.argv.slice(2);
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
process.on('disconnect', () => process.exit());

const studio = await openStudio(folder);
process.on('message', (key: string) => studio.prefer(key));
process.send?.({ due: studio.due });
await studio.draw((drawn) => process.send?.({ drawn }));
process.disconnect();
