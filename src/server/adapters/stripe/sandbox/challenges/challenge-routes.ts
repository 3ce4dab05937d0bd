import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Transactor } from '../database.ts';
import type { ContextOf } from '../operation-context.ts';
import { fieldsOf } from '../requests/fields.ts';
import type { Form } from '../requests/form-body.ts';
import { addressedAs } from '../requests/http.ts';
import { answerChallenge, type ChallengeResponse, showChallenge } from './challenges.ts';

export interface ChallengeOptions {
  readonly transact: Transactor;
  readonly contextOf: ContextOf;
  readonly onChange: () => void;
}

function send(reply: FastifyReply, answer: ChallengeResponse): FastifyReply {
  // 303: the browser returns with GET, and its Back button does not resubmit the form.
  if ('redirectTo' in answer) return reply.redirect(answer.redirectTo, 303);
  return reply
    .status(answer.status)
    .header('content-security-policy', answer.page.contentSecurityPolicy)
    .type('text/html; charset=utf-8')
    .send(answer.page.html);
}

/** The 3-D Secure page. Access requires its token, which only the payer knows. */
export function bindChallengeRoutes(app: FastifyInstance, options: ChallengeOptions): void {
  const url = '/sandbox/challenge/:token';
  app.get<{ Params: { token: string } }>(url, async ({ params }, reply) =>
    send(reply, await options.transact((tx) => showChallenge(tx, params.token))),
  );
  app.post<{ Params: { token: string } }>(url, async (request, reply) => {
    const fields = fieldsOf((request.body ?? {}) as Form, ['outcome']);
    const outcome = fields.required('outcome', fields.choice('outcome', ['complete', 'fail']));
    const context = options.contextOf({ id: request.id, idempotency_key: null }, addressedAs(request));
    const answer = await options.transact((tx) =>
      answerChallenge(tx, context, request.params.token, outcome === 'complete'),
    );
    options.onChange();
    return send(reply, answer);
  });
}
