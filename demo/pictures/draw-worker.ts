import { availableParallelism, constants, setPriority } from 'node:os';
import { openStudio } from './draw.ts';

/**
 * Renders the demo shop's pictures beside an open shop, in a low-priority process: started by `draw-in-background.ts`, which
 * receives what is missing and finished, and sends what is needed next.
 */
const [folder = ''] = process.argv.slice(2);
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
process.on('disconnect', () => process.exit());

const studio = await openStudio(folder);
process.on('message', (key: string) => studio.prefer(key));
process.send?.({ due: studio.due });
// Leave one core to the shop; and each concurrent picture takes memory (measured with two cores: 400 MB instead of
// 530).
await studio.draw((drawn) => process.send?.({ drawn }), Math.max(1, availableParallelism() - 1));
process.disconnect?.();
