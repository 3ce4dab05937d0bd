import { useState } from 'react';
import { useParams } from 'react-router';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { FailedList } from '../shared/list/list-view.tsx';
import { adminMeta, PageHeader } from '../shared/page-header.tsx';
import { CheckedFile } from './checked-file.tsx';
import { ImportProgress } from './import-progress.tsx';
import { ImportReport } from './import-report.tsx';
import { ImportSteps, type Step } from './import-steps.tsx';
import { type ImportDetail, useImport } from './imports-data.ts';
import { MappingForm } from './mapping-form.tsx';

export const meta = () => adminMeta('Import products');

const STEP_OF: Readonly<Record<ImportDetail['status'], Step>> = {
  uploaded: 'map',
  checking: 'check',
  checked: 'check',
  importing: 'import',
  done: 'report',
  failed: 'report',
  cancelled: 'report',
};

/** One import at its current step. It can be left at any time and resumed here. */
export default function ImportPage() {
  const id = Number(useParams().importId) || 0;
  const { data, error, refetch } = useImport(id);
  const [isMapping, setMapping] = useState(false);
  const step: Step = isMapping ? 'map' : data ? STEP_OF[data.status] : 'upload';
  return (
    <>
      <PageHeader
        title={data?.file_name ?? 'Import'}
        trail={[
          ['Products', '/admin/products'],
          ['Import products', '/admin/products/import'],
        ]}
      />
      {data && <ImportSteps current={step} />}
      {!data && error && (
        <FailedList title="The import could not be loaded" error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && <SkeletonRows rows={8} label="Loading the import" />}
      {data && <StepView key={step} detail={data} step={step} onMap={setMapping} />}
    </>
  );
}

interface StepViewProps {
  detail: ImportDetail;
  step: Step;
  /** Opens or closes the mapping of a checked file. */
  onMap: (isMapping: boolean) => void;
}

function StepView({ detail, step, onMap }: StepViewProps) {
  if (step === 'map') return <MappingForm detail={detail} onDone={() => onMap(false)} />;
  if (detail.status === 'checking' || detail.status === 'importing') return <ImportProgress detail={detail} />;
  if (step === 'check') return <CheckedFile detail={detail} onMap={() => onMap(true)} />;
  return <ImportReport detail={detail} onMap={() => onMap(true)} />;
}
