import { type ParseArgsConfig, parseArgs } from 'node:util';
import { StartError } from '#server/platform/start-error.ts';

/** @throws StartError with the reason and `usage`, for an unknown option, a missing value or an unexpected argument. */
export function parseOptions<T extends ParseArgsConfig>(args: readonly string[], usage: string, config: T) {
  try {
    return parseArgs({ ...config, args: [...args] });
  } catch (error) {
    const [reason = ''] = (error as Error).message.split('. ');
    throw new StartError(`${reason}.\n\n${usage}`);
  }
}

/**
 * Reads the options this program was started with. For `--help` it prints `usage` and exits with 0, for options that
 * cannot be used it prints the reason and `usage` and exits with 2.
 */
export function readOptions<T extends ParseArgsConfig>(usage: string, config: T) {
  const args = process.argv.slice(2);
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(`${usage}\n`);
    process.exit(0);
  }
  try {
    return parseOptions(args, usage, config);
  } catch (error) {
    console.error((error as Error).message);
    process.exit(2);
  }
}
