import { SEARCH_RULE_LIMITS } from '#domain/form-limits.ts';
import { FormDialog } from '#web/shared/forms/form-dialog.tsx';
import { useShopForm } from '#web/shared/forms/shop-form.ts';
import { useRequestKey } from '#web/shared/forms/use-request-key.ts';
import { TextArea, TextField } from '#web/ui/field.tsx';
import { EditConflict } from '../shared/edit-conflict.tsx';
import { useConcurrentEdit } from '../shared/use-concurrent-edit.ts';
import { linesOf } from './lines.ts';
import type { Rule, RuleForm } from './search-data.ts';

interface RuleDialogProps {
  /** Null: a new one. */
  rule: Rule | null;
  /** The search that a new rule begins with. */
  query: string;
  onClose: () => void;
  /** @throws ApiError when it is refused */
  onSave: (rule: Rule | null, form: RuleForm, key: string) => Promise<void>;
  /** Starts over with what somebody else has saved. */
  onNewer: (rule: Rule) => void;
}

const REQUIRED = 'This field is required.';
const skusOf = (products: Rule['pinned'] = []): string => products.map(({ sku }) => sku).join('\n');

export function RuleDialog({ rule, query, onClose, onSave, onNewer }: RuleDialogProps) {
  const once = useRequestKey();
  const { theirs, keepMine, save } = useConcurrentEdit(rule, 'rule');
  const shopForm = useShopForm(
    {
      query: rule?.query ?? query,
      pinned: skusOf(rule?.pinned),
      hidden: skusOf(rule?.hidden),
      redirect_to: rule?.redirect_to ?? '',
    },
    async (values) => {
      const form = {
        query: values.query.trim(),
        pinned: linesOf(values.pinned),
        hidden: linesOf(values.hidden),
        redirect_to: values.redirect_to.trim() || null,
      };
      await save((on) => once(form, (key) => onSave(on, form, key)));
    },
    { name: `search-rule:${rule?.id ?? 'new'}` },
  );
  const { field } = shopForm;

  return (
    <FormDialog
      title={rule ? `Edit the rule for “${rule.query}”` : 'Add Rule'}
      saveLabel={rule ? 'Save rule' : 'Create rule'}
      shopForm={shopForm}
      onClose={onClose}
    >
      {theirs && <EditConflict newer={{ read: async () => theirs, show: onNewer }} onKeep={keepMine} />}
      <TextField
        label="Search"
        required
        maxLength={SEARCH_RULE_LIMITS.query}
        autoComplete="off"
        dir="auto"
        hint="The whole search text. Case and punctuation are ignored."
        {...field('query', { validate: (text) => text.trim() !== '' || REQUIRED })}
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
