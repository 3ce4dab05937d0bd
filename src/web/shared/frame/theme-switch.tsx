import { onDevice } from '#web/api/browser-storage.ts';
import { Icon } from '#web/ui/icon.tsx';
import { currentTheme, systemTheme } from '#web/ui/theme.ts';

const KEY = 'theme';

/** Switches between light and dark. Choosing the system's theme follows the system again. */
function switchTheme(): void {
  const system = systemTheme();
  const { dataset } = document.documentElement;
  const next = currentTheme() === 'dark' ? 'light' : 'dark';
  if (next === system) {
    delete dataset.theme;
    onDevice.remove(KEY);
  } else {
    dataset.theme = next;
    onDevice.write(KEY, next);
  }
}

export function ThemeSwitch({ className = '' }: { className?: string }) {
  return (
    <button
      type="button"
      className={`icon-button ${className}`}
      aria-label="Switch between light and dark"
      onClick={switchTheme}
    >
      <Icon name="moon" className="dark:hidden" />
      <Icon name="sun" className="hidden dark:block" />
    </button>
  );
}
