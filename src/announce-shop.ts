import type { Config } from '#server/platform/config.ts';

/** Prints a line to the terminal. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

export function announceShop({ appUrl, demo }: Config): void {
  print(`\n  Stoa is open:    ${appUrl}`);
  print(`  Back office:     ${appUrl}/admin`);
  print(`  API reference:   ${appUrl}/api/docs`);
  if (demo) {
    print('\n  Demo accounts:   admin@stoa.test / stoa-admin-demo');
    print('                   shopper@stoa.test / stoa-shopper-demo');
  }
  print('\n  Ctrl-C closes the shop.\n');
}
