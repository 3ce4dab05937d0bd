import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type ApiKeys, authenticate } from '../requests/api-keys.ts';
import { fieldsOf } from '../requests/fields.ts';
import type { Form } from '../requests/form-body.ts';
import { invalidRequest } from '../requests/stripe-failure.ts';
import { FAULT_KINDS, FAULT_OPERATIONS, type Faults, MAX_FAULT_COUNT, MAX_FAULT_MS } from './faults.ts';

function setFault(faults: Faults, form: Form): void {
  const fields = fieldsOf(form, ['operation', 'kind', 'count', 'ms']);
  const count = fields.integer('count', { min: 1, max: MAX_FAULT_COUNT });
  const ms = fields.integer('ms', { min: 0, max: MAX_FAULT_MS });
  const fault = {
    operation: fields.required('operation', fields.choice('operation', FAULT_OPERATIONS)),
    kind: fields.required('kind', fields.choice('kind', FAULT_KINDS)),
    ...(count !== undefined && { count }),
    ...(ms !== undefined && { ms }),
  };
  try {
    faults.set(fault);
  } catch (error) {
    if (error instanceof RangeError) throw invalidRequest(error.message, { param: 'kind' });
    throw error;
  }
}

/** `/sandbox/faults`: POST adds a fault, GET lists pending ones, DELETE clears them. All require the secret key. */
export function bindFaultRoutes(app: FastifyInstance, keys: ApiKeys, faults: Faults): void {
  const check = (request: FastifyRequest): Form => {
    const params = (request.body ?? {}) as Form;
    authenticate(keys, { authorization: request.headers.authorization, params, isOpenToBrowsers: false });
    return params;
  };
  const list = () => ({ object: 'list', data: faults.list() });

  app.get('/sandbox/faults', async (request) => {
    check(request);
    return list();
  });
  app.post('/sandbox/faults', async (request) => {
    setFault(faults, check(request));
    return list();
  });
  app.delete('/sandbox/faults', async (request) => {
    check(request);
    faults.clear();
    return list();
  });
}
