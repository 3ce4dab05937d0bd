import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Contract, Endpoint } from '#contract/endpoint.ts';
import { openApiDocument, refusalsOf } from '#contract/openapi.ts';

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

function shape(title: string, schema: z.ZodType | undefined, io: 'input' | 'output'): string {
  if (!schema) return '';
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Record<
    string,
    unknown
  >;
  return `<details><summary>${title}</summary><pre>${escapeHtml(JSON.stringify(json, null, 2))}</pre></details>`;
}

function section(key: string, endpoint: Endpoint): string {
  const [method = '', path = ''] = key.split(' ');
  const anchor = key.toLowerCase().replace(/[^a-z]+/g, '-');
  const codes = refusalsOf(key, endpoint).map(
    ({ status, code, message }) => `<li><code>${status} ${code}</code> ${escapeHtml(message)}</li>`,
  );
  return `<section id="${anchor}"><h2><span class="method">${method}</span> <code>/api${escapeHtml(path)}</code></h2>
<p>${escapeHtml(endpoint.summary)}. <span class="access">${endpoint.access}</span></p>
${shape('Address', endpoint.params, 'input')}${shape('Query', endpoint.query, 'input')}${shape('Body', endpoint.body, 'input')}
${shape('data of the answer', endpoint.data, 'output')}
<details><summary>Refusals</summary><ul>${codes.join('')}</ul></details></section>`;
}

const STYLE = `:root{color-scheme:light dark;--line:light-dark(#e5dfd3,#322e27);--muted:light-dark(#6a6459,#a8a193)}
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:0 auto;padding:2rem 1rem;background:light-dark(#f7f4ee,#141310);color:light-dark(#1c1a16,#f2eee5)}
section{border-top:1px solid var(--line);padding:1rem 0}h2{font-size:1.05rem;margin:0 0 .25rem}p{margin:0 0 .5rem;color:var(--muted)}
.method{display:inline-block;min-width:4.5rem;color:light-dark(#1f4d3a,#8fd0b0)}.access{border:1px solid var(--line);border-radius:99px;padding:0 .6rem;font-size:.85rem}
pre{overflow:auto;font-size:.85rem}summary{cursor:pointer;padding:.4rem 0}a{color:inherit}`;

function referencePage(contract: Contract): string {
  const sections = Object.entries(contract).map(([key, endpoint]) => section(key, endpoint));
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Stoa API</title><link rel="stylesheet" href="/api/docs/style.css"></head><body><main><h1>Stoa API</h1>
<p>Every call answers <code>{success, message, data}</code>; a refusal adds <code>code</code> and, for wrong input, <code>errors</code> by field.
Sign in by <code>Authorization: Bearer</code>. Amounts are strings with two decimals. <a href="/api/openapi.json">OpenAPI 3.1</a></p>
${sections.join('\n')}</main></body></html>`;
}

/** Generated on first request: it takes two megabytes, and most nodes never serve it. */
function onFirstUse(write: () => string): () => string {
  let written: string | undefined;
  return () => {
    written ??= write();
    return written;
  };
}

/** `/api/openapi.json` for machines and `/api/docs` for people, both generated from the contract. */
export function bindReference(app: FastifyInstance, contract: Contract): void {
  const document = onFirstUse(() => JSON.stringify(openApiDocument(contract)));
  const page = onFirstUse(() => referencePage(contract));

  app.get('/api/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(document()),
  );
  app.get('/api/docs/style.css', async (_request, reply) => reply.type('text/css; charset=utf-8').send(STYLE));
  app.get('/api/docs', async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', "default-src 'none'; style-src 'self'; frame-ancestors 'none'")
      .send(page()),
  );
}
