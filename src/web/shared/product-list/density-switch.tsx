import { useEffect, useState } from 'react';
import { onDevice } from '#web/api/browser-storage.ts';
import { Icon } from '#web/ui/icon.tsx';

/** Read before the first paint (inline-scripts/first-paint.ts). */
const KEY = 'density';
const CHOICES = [
  ['', 'Large pictures', 'grid-2x2'],
  ['compact', 'Small pictures', 'grid-3x3'],
] as const;

/** Fewer large or more small products in a row. The columns are set in CSS, so that nothing moves while a page loads. */
export default function DensitySwitch() {
  const [chosen, setChosen] = useState('');
  useEffect(() => setChosen(document.documentElement.dataset.density ?? ''), []);

  const choose = (density: string) => {
    setChosen(density);
    document.documentElement.dataset.density = density;
    if (density) onDevice.write(KEY, density);
    else onDevice.remove(KEY);
  };
  return (
    <fieldset className="density with-scripts" aria-label="Picture size">
      {CHOICES.map(([density, label, icon]) => (
        <button
          key={density}
          type="button"
          aria-label={label}
          aria-pressed={chosen === density}
          title={label}
          onClick={() => choose(density)}
        >
          <Icon name={icon} />
        </button>
      ))}
    </fieldset>
  );
}
