import { SEARCH_RULE_LIMITS } from '#domain/form-limits.ts';
import { FormDialog } from '#web/shared/forms/form-dialog.tsx';
import { notBlank } from '#web/shared/forms/shop-form.ts';
import { TextArea, TextField } from '#web/ui/field.tsx';
import { type RecordEditing, useRecordForm } from '../shared/use-record-form.tsx';
import { linesOf } from './lines.ts';
import type { Rule, RuleForm } from './search-data.ts';

interface RuleDialogProps extends RecordEditing<Rule, RuleForm> {
  /** Null: a new one. */
  rule: Rule | null;
  /** The search that a new rule begins with. */
  query: string;
}

const skusOf = (products: Rule['pinned'] = []): string => products.map(({ sku }) => sku).join('\n');

export function RuleDialog({ rule, query, onClose, ...saving }: RuleDialogProps) {
  const { shopForm, conflict } = useRecordForm({
    record: rule,
    kind: 'search-rule',
    noun: 'rule',
    values: {
      query: rule?.query ?? query,
      pinned: skusOf(rule?.pinned),
      hidden: skusOf(rule?.hidden),
      redirect_to: rule?.redirect_to ?? '',
    },
    formOf: (values) => ({
      query: values.query.trim(),
      pinned: linesOf(values.pinned),
      hidden: linesOf(values.hidden),
      redirect_to: values.redirect_to.trim() || null,
    }),
    ...saving,
  });
  const { field } = shopForm;

  return (
    <FormDialog
      title={rule ? `Edit the rule for “${rule.query}”` : 'Add Rule'}
      saveLabel={rule ? 'Save rule' : 'Create rule'}
      shopForm={shopForm}
      onClose={onClose}
    >
      {conflict}
      <TextField
        label="Search"
        required
        maxLength={SEARCH_RULE_LIMITS.query}
        autoComplete="off"
        dir="auto"
        hint="The whole search text. Case and punctuation are ignored."
        {...field('query', { validate: notBlank() })}
      />
      <TextArea
        label="Show first"
        rows={4}
        spellCheck={false}
        hint="SKUs, one per line, in the order to show them."
        {...field('pinned')}
      />
      <TextArea label="Hide" rows={3} spellCheck={false} hint="SKUs, one per line." {...field('hidden')} />
      <TextField
        label="Redirect to"
        maxLength={SEARCH_RULE_LIMITS.redirect}
        autoComplete="off"
        spellCheck={false}
        hint="A page to open instead of results, such as /products/category/2 or /returns."
        {...field('redirect_to')}
      />
    </FormDialog>
  );
}
