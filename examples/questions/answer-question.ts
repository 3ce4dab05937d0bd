import { type AuditContext, refuse } from '#plugin';
import { refusals } from './contract.ts';
import { questionAnswered } from './mails.ts';
import { lockQuestion, updateAnswer } from './questions.store.ts';
import type { Services } from './tables.ts';

/** Stores the merchant's answer and sends it to the customer. */
export async function answerQuestion(
  services: Services,
  { id, answer }: { readonly id: number; readonly answer: string },
  by: AuditContext,
): Promise<void> {
  await services.transaction(async (tx) => {
    const question = await lockQuestion(tx, id);
    if (!question) throw refuse(refusals.not_found);
    await updateAnswer(tx, id, answer);
    const { text, product, product_id, userId, name, email } = question;
    await services.queueMail(tx, questionAnswered, {
      to: { name, email },
      data: { product, text, answer, url: `${services.appUrl}/products/${product_id}` },
      userId,
    });
    await services.recordAudit(tx, {
      ...by,
      action: 'questions.answer',
      entity: 'question',
      entityId: String(id),
      before: { answer: question.answer },
      after: { answer },
    });
    await services.products.announceChange(tx, [product_id]);
    await services.announceChange(tx);
  });
  await services.deliverMails();
}
