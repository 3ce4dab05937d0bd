import { expect, test } from 'vitest';
import { guessablePasswordProblem } from './guessable-password.ts';

const COMMON = 'This is one of the 10,000 most common passwords. Please choose another one.';
const NAME = 'The name of the shop is too easy to guess. Please choose another password.';

test.each([
  ['Password1', 'Stoa', COMMON],
  ['Qwerty123', 'Stoa', COMMON],
  ['Welcome1', 'Stoa', COMMON],
  ['PASSWORD', 'Stoa', COMMON],
  ['Stoa1234', 'Stoa', NAME],
  ['stoa!!2026', 'Stoa', NAME],
  ['2026_STOA_', 'Stoa', NAME],
  ['TheCornerShop1', 'The Corner-Shop', NAME],
  ['Bücher-Eck-1', 'BÜCHER ECK', NAME],
  ['StoaStoa1', 'Stoa', NAME],
  ['Stoa1234Stoa', 'Stoa', NAME],
  ['Stoa-2026-stoa!', 'Stoa', NAME],
  [' Password1 ', 'Stoa', COMMON],
  ['Ｐａｓｓｗｏｒｄ１', 'Stoa', COMMON],
  ['Stoa1234', 'Another shop', undefined],
  ['StoaIsMyShop1', 'Stoa', undefined],
  ['stoa-admin-demo', 'Stoa', undefined],
  ['Passw0rd!', 'Stoa', undefined],
  ['Secret123!', 'Stoa', undefined],
  ['Test1234!', 'Stoa', undefined],
  ['Correct-horse-1', 'Stoa', undefined],
  ['12345678-9012', '24/7', undefined],
])('%s at %s: %s', async (password, shopName, why) => {
  expect(await guessablePasswordProblem(password, shopName)).toBe(why);
});
