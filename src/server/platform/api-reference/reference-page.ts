import type { z } from 'zod';
import type { Contract, Endpoint } from '#contract/endpoint.ts';
import { areaOf, jsonSchemaOf, type NamedSchemas, refusalsOf } from '#contract/openapi.ts';
import { escapeMarkup } from '../security/escape-markup.ts';
import { describeSchema } from './describe-schema.ts';

const anchorOf = (text: string): string => text.toLowerCase().replace(/[^a-z]+/g, '-');

/** A schema as HTML, with links to the named schemas that it uses. */
function schemaText(schema: object, named: NamedSchemas): string {
  return escapeMarkup(describeSchema(schema)).replace(/\b[A-Z]\w+/g, (word) =>
    Object.hasOwn(named, word) ? `<a href="#schema-${word}">${word}</a>` : word,
  );
}

function part(title: string, schema: z.ZodType | undefined, io: 'input' | 'output', named: NamedSchemas): string {
  if (!schema) return '';
  const text = schemaText(jsonSchemaOf(schema, io, named), named);
  return `<details><summary>${title}</summary><pre>${text}</pre></details>`;
}

function section(key: string, endpoint: Endpoint, named: NamedSchemas): string {
  const [method = '', path = ''] = key.split(' ');
  const codes = refusalsOf(key, endpoint).map(
    ({ status, code, message }) => `<li><code>${status} ${code}</code> ${escapeMarkup(message)}</li>`,
  );
  return `<section id="${anchorOf(key)}"><h3><span class="method">${method}</span> <code>/api${escapeMarkup(path)}</code></h3>
<p>${escapeMarkup(endpoint.summary)}. <span class="access">${endpoint.access}</span></p>
${part('Path parameters', endpoint.params, 'input', named)}${part('Query', endpoint.query, 'input', named)}${part('Body', endpoint.body, 'input', named)}
${part('Response data', endpoint.data, 'output', named)}
<details><summary>Refusals</summary><ul>${codes.join('')}</ul></details></section>`;
}

/** The contract as one HTML page without scripts: endpoints by area, then the named schemas that they use. */
export function referencePage(contract: Contract): string {
  const named: NamedSchemas = {};
  const areas = Map.groupBy(Object.entries(contract), ([key]) => areaOf(key));
  const endpoints = [...areas].map(
    ([area, entries]) =>
      `<h2 id="area-${area}">${area}</h2>${entries.map(([key, endpoint]) => section(key, endpoint, named)).join('\n')}`,
  );
  const schemas = Object.entries(named).map(
    ([name, schema]) =>
      `<section id="schema-${name}"><h3>${name}</h3><pre>${schemaText(schema, named)}</pre></section>`,
  );
  const links = [...areas.keys()].map((area) => `<li><a href="#area-${area}">${area}</a></li>`);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Stoa API</title><link rel="stylesheet" href="/api/docs/style.css"></head><body><main><h1>Stoa API</h1>
<p>Every response is <code>{success, message, data}</code>; a refusal adds <code>code</code> and, for invalid input, <code>errors</code> by field.
Authenticate with <code>Authorization: Bearer &lt;token&gt;</code>. Amounts are strings with two decimals. <a href="/api/openapi.json">OpenAPI 3.1</a></p>
<nav aria-label="Areas"><ul>${links.join('')}<li><a href="#schemas">Schemas</a></li></ul></nav>
${endpoints.join('\n')}
<h2 id="schemas">Schemas</h2>
${schemas.join('\n')}</main></body></html>`;
}
