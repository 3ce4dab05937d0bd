import { useState } from 'react';
import { messageOf } from '#web/api/api-error.ts';
import { counted } from '#web/shared/counted.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { RadioList } from '#web/ui/radio-list.tsx';
import { ErrorsButton } from './errors-button.tsx';
import { ImportCounts } from './import-counts.tsx';
import { ImportRows } from './import-rows.tsx';
import { type ImportDetail, type Mode, useImportSteps } from './imports-data.ts';

/** The result of the check, row by row, and the options to continue. */
export function CheckedFile({ detail, onMap }: { detail: ImportDetail; onMap: () => void }) {
  const { id, counts } = detail;
  const { run } = useImportSteps(id);
  const hasErrors = counts.error > 0;
  const [mode, setMode] = useState<Mode>(hasErrors ? 'skip_bad' : 'all_or_nothing');
  const changes = counts.create + counts.update;
  const isPossible = changes > 0 && !(mode === 'all_or_nothing' && hasErrors);
  return (
    <div className="grid gap-8">
      <ImportCounts detail={detail} />
      <section aria-labelledby="how" className="panel grid gap-4 p-6">
        <h2 id="how" className="font-sans text-base font-semibold tracking-normal">
          {changes === 0 ? 'There is nothing to import' : `Import ${counted(changes, ['product', 'products'])}`}
        </h2>
        {changes === 0 ? (
          <p className="text-muted">
            {hasErrors
              ? 'No row can be imported. Change the mapping, or correct the file and upload it again.'
              : 'The shop already has all products as in the file.'}
          </p>
        ) : (
          <RadioList<Mode>
            legend="If something goes wrong"
            options={[
              {
                value: 'all_or_nothing',
                label: hasErrors
                  ? 'All or nothing (not possible while rows have errors)'
                  : 'All or nothing: if one row fails, nothing changes',
              },
              {
                value: 'skip_bad',
                label: hasErrors
                  ? `Skip invalid rows: leave out the ${counted(counts.error, ['row', 'rows'])} with errors, import the others`
                  : 'Skip invalid rows: import all others',
              },
            ]}
            chosen={mode}
            onChoose={setMode}
          />
        )}
        {run.error && <Banner tone="danger">{messageOf(run.error)}</Banner>}
        <div className="flex flex-wrap gap-3">
          {changes > 0 && (
            <Button disabled={!isPossible} busy={run.isPending && 'Starting…'} onClick={() => run.mutate(mode)}>
              Start import
            </Button>
          )}
          <Button look="secondary" onClick={onMap}>
            Change mapping
          </Button>
          {hasErrors && <ErrorsButton id={id} />}
        </div>
      </section>
      <ImportRows detail={detail} />
    </div>
  );
}
