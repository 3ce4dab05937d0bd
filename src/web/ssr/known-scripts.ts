import recordEarlyInput from '#web/inline-scripts/early-input.ts?inline-script';
import firstPaint from '#web/inline-scripts/first-paint.ts?inline-script';
import restoreScroll from '#web/inline-scripts/restore-scroll.ts?inline-script';
import startPage from '#web/inline-scripts/start-page.ts?inline-script';

/**
 * Every inline script of the pages. The content security policy allows these texts and no others: an injected inline
 * script does not run (decision 18).
 */
export const KNOWN_SCRIPTS: readonly string[] = [firstPaint, recordEarlyInput, restoreScroll, startPage];
