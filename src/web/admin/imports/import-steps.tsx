import { Icon } from '#web/ui/icon.tsx';

const STEPS = [
  ['upload', 'Upload'],
  ['map', 'Map columns'],
  ['check', 'Check'],
  ['import', 'Import'],
  ['report', 'Report'],
] as const;
export type Step = (typeof STEPS)[number][0];

/** The current step of an import. */
export function ImportSteps({ current }: { current: Step }) {
  const at = STEPS.findIndex(([step]) => step === current);
  return (
    <ol aria-label="Steps of the import" className="mb-6 flex flex-wrap gap-x-6 gap-y-2 border-b border-line pb-4">
      {STEPS.map(([step, name], index) => (
        <li
          key={step}
          aria-current={index === at ? 'step' : undefined}
          className={`flex items-center gap-2 ${index === at ? 'font-semibold' : 'text-muted'}`}
        >
          <span
            className={`grid size-7 place-items-center rounded-full text-small nums ${
              index === at ? 'bg-accent text-on-accent' : 'bg-sunken'
            }`}
          >
            {index < at ? <Icon name="check" /> : index + 1}
          </span>
          {name}
        </li>
      ))}
    </ol>
  );
}
