import { recordEarlyInput } from './early-input.ts';
import { firstPaint } from './first-paint.ts';
import { restoreScroll } from './restore-scroll.ts';
import { startPage } from './start-page.ts';

/**
 * Every inline script of the pages. The content security policy allows these texts and no others: an injected inline
 * script does not run (decision 18).
 */
export const KNOWN_SCRIPTS: readonly string[] = [firstPaint, recordEarlyInput, restoreScroll, startPage];
