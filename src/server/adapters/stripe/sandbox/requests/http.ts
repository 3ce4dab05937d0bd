import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Logger } from '#server/platform/log.ts';
import { parseForm } from './form-body.ts';
import { newId } from './ids.ts';
import { invalidRequest, StripeFailure } from './stripe-failure.ts';

/** A payment's form has about a thousand bytes. */
const BODY_LIMIT_BYTES = 64 * 1024;

const FORM_TYPE = 'application/x-www-form-urlencoded';

function asFailure(error: FastifyError | StripeFailure): StripeFailure | undefined {
  if (error instanceof StripeFailure) return error;
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return invalidRequest(`Invalid request (check that your POST content type is ${FORM_TYPE}).`);
  }
  const status = error.statusCode ?? 500;
  return status < 500
    ? new StripeFailure(status, { type: 'invalid_request_error', message: 'The request could not be read.' })
    : undefined;
}

/** Sends an error. Unexpected errors go to the log only; neither contains the request. */
function sendFailure(error: FastifyError | StripeFailure, reply: FastifyReply, log: Pick<Logger, 'error'>) {
  const failure = asFailure(error);
  if (failure === undefined) log.error({ err: error }, 'The sandbox failed');
  const shown =
    failure ?? new StripeFailure(500, { type: 'api_error', message: 'Something went wrong in the sandbox.' });
  return reply.status(shown.status).send({ error: shown.error });
}

/**
 * The sandbox's own listener, separate from the shop's: it parses only forms, and logs neither requests nor bodies,
 * because they contain card numbers.
 */
export function createHttp(log: Pick<Logger, 'error'>): FastifyInstance {
  const app = Fastify({
    logger: false,
    bodyLimit: BODY_LIMIT_BYTES,
    forceCloseConnections: true,
    genReqId: () => newId('req'),
    routerOptions: { querystringParser: parseForm },
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(FORM_TYPE, { parseAs: 'string' }, async (_request: FastifyRequest, body: string) =>
    parseForm(body),
  );
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'request-id': request.id,
      'x-content-type-options': 'nosniff',
    });
  });
  app.setErrorHandler<FastifyError | StripeFailure>((error, _request, reply) => sendFailure(error, reply, log));
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0];
    return sendFailure(
      new StripeFailure(404, {
        type: 'invalid_request_error',
        message: `Unrecognized request URL (${request.method}: ${path}).`,
      }),
      reply,
      log,
    );
  });
  return app;
}

/**
 * The address by which the caller knows the sandbox: the 3-D Secure page must open in the same browser, which may sit
 * on another machine. Undefined when the caller does not say it properly.
 */
export function addressedAs(request: FastifyRequest): string | undefined {
  const { host } = request.headers;
  return host !== undefined && /^[\w.-]+(:\d+)?$|^\[[\da-f:]+\](:\d+)?$/i.test(host) ? `http://${host}` : undefined;
}

/** Lets pages of any origin call an address. No credentials travel: the publishable key and the client secret do. */
export function openToBrowsers(app: FastifyInstance, url: string): void {
  app.options(url, async (_request, reply) =>
    reply
      .headers({
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'GET, POST',
        'access-control-allow-headers': 'authorization, content-type, idempotency-key, stripe-version',
        'access-control-max-age': '600',
      })
      .status(204)
      .send(),
  );
}
