import { useRef } from 'react';
import { Button, Icon, SelectField } from '#plugin/web';
import { RULE_LIMITS } from '../limits.ts';
import { useOptions } from './admin-data.ts';
import { type ConditionErrors, ConditionFields } from './condition-fields.tsx';
import { type ConditionDraft, type ConditionField, type FormValues, newCondition } from './form-values.ts';

type RuleValues = FormValues['rule'];

/** Messages of the API, by the path of the field. */
interface RuleErrors {
  readonly message?: string | undefined;
  readonly conditions?:
    | ({ readonly message?: string | undefined } & readonly (ConditionErrors | undefined)[])
    | undefined;
}

interface RuleEditorProps {
  rule: RuleValues;
  onChange: (rule: RuleValues) => void;
  errors: unknown;
}

const FIELDS: readonly (readonly [ConditionField, string])[] = [
  ['category', 'Category'],
  ['brand', 'Brand'],
  ['tag', 'Tag'],
  ['price', 'Price'],
  ['sale', 'On sale'],
  ['stock', 'In stock'],
  ['created', 'New'],
  ['words', 'Search words'],
  ['custom', 'Product field'],
];

/** The conditions of a rule. */
export function RuleEditor({ rule: { match, conditions }, onChange, errors }: RuleEditorProps) {
  const { data: options } = useOptions();
  const list = useRef<HTMLOListElement>(null);
  const adder = useRef<HTMLButtonElement>(null);
  const problems = (errors ?? {}) as RuleErrors;
  const problem = problems.message ?? problems.conditions?.message;
  const set = (changed: ConditionDraft[]) => onChange({ match, conditions: changed });
  const replace = (draft: ConditionDraft) => set(conditions.map((one) => (one.row === draft.row ? draft : one)));
  const add = () => {
    set([...conditions, newCondition('category')]);
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('li:last-child select')?.focus());
  };
  const fields = FIELDS.filter(([field]) => field !== 'custom' || (options?.custom_fields.length ?? 0) > 0);

  return (
    <fieldset className="grid gap-4">
      <legend className="sr-only">Rule</legend>
      <SelectField
        label="Products match"
        className="max-w-xs"
        value={match}
        onChange={({ target }) => onChange({ match: target.value === 'any' ? 'any' : 'all', conditions })}
      >
        <option value="all">all conditions</option>
        <option value="any">any of the conditions</option>
      </SelectField>
      <ol ref={list} aria-label="Conditions" className="grid gap-3">
        {conditions.map((draft, index) => (
          <li
            key={draft.row}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3 gap-y-4 rounded-field border border-line p-3 sm:grid-cols-[12rem_minmax(0,1fr)_auto]"
          >
            <SelectField
              label={`Condition ${index + 1}`}
              value={draft.field}
              onChange={({ target }) => {
                const field = FIELDS.find(([name]) => name === target.value)?.[0] ?? 'category';
                replace({ ...newCondition(field), row: draft.row });
              }}
            >
              {fields.map(([field, words]) => (
                <option key={field} value={field}>
                  {words}
                </option>
              ))}
            </SelectField>
            <div className="min-w-0 max-sm:order-1 max-sm:col-span-2">
              <ConditionFields
                draft={draft}
                onChange={replace}
                options={options}
                errors={problems.conditions?.[index] ?? {}}
              />
            </div>
            <Button
              look="quiet"
              small
              className="mt-7"
              aria-label={`Remove condition ${index + 1}`}
              onClick={() => {
                set(conditions.filter(({ row }) => row !== draft.row));
                adder.current?.focus();
              }}
            >
              <Icon name="x" />
            </Button>
          </li>
        ))}
      </ol>
      <div>
        <Button look="secondary" small ref={adder} disabled={conditions.length >= RULE_LIMITS.conditions} onClick={add}>
          <Icon name="plus" /> Add Condition
        </Button>
      </div>
      {problem && (
        <p className="field-error" role="alert">
          {problem}
        </p>
      )}
    </fieldset>
  );
}
