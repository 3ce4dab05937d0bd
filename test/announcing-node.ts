import { pino } from 'pino';
import { openChangeFeed } from '#server/cluster/change-feed.ts';

/** A process that announces changes like a node, for tests that kill it. Argument: the address of the database. */
const [, , url = ''] = process.argv;
await openChangeFeed(url, pino({ level: 'silent' }));
process.send?.('open');
// The feed's timer alone does not keep a process alive; its connection does. Exits on its own if it is not killed.
setTimeout(() => process.exit(1), 30_000);
