import { createApi, FormDialog, TextArea, useShopForm } from '#plugin/web';
import type { contract } from '../contract.ts';
import { QUESTION_LIMITS } from '../limits.ts';

const { call } = createApi<typeof contract>();

interface AnswerDialogProps {
  id: number;
  onClose: () => void;
  onAnswered: () => void;
}

export function AnswerDialog({ id, onClose, onAnswered }: AnswerDialogProps) {
  const shopForm = useShopForm({ answer: '' }, async ({ answer }) => {
    await call('PUT /admin/questions/{id}/answer', { params: { id }, body: { answer } });
    onAnswered();
    onClose();
  });
  return (
    <FormDialog title="Answer the question" saveLabel="Send answer" shopForm={shopForm} onClose={onClose}>
      <TextArea
        label="Answer"
        rows={5}
        maxLength={QUESTION_LIMITS.answer}
        {...shopForm.field('answer', { required: 'Please enter an answer.' })}
      />
    </FormDialog>
  );
}
