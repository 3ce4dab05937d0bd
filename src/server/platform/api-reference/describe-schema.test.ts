import { expect, test } from 'vitest';
import { z } from 'zod';
import { describeSchema, type JsonSchema } from './describe-schema.ts';

const described = (schema: z.ZodType): string => describeSchema(z.toJSONSchema(schema, { io: 'input' }) as JsonSchema);

test('an object is described as a type, with the limits of each field', () => {
  const schema = z.object({
    name: z.string().min(1).max(120),
    units: z.int().min(0).max(100).default(1),
    price: z.string().regex(/^\d+$/).nullable(),
    kind: z.enum(['new', 'used']).optional(),
    labels: z.array(z.string().max(10)).max(3),
    sizes: z.array(z.union([z.literal(1), z.literal('all')])),
    owner: z.object({ id: z.int(), email: z.email() }).optional(),
    prices: z.record(z.string(), z.number()),
    anything: z.unknown(),
  });
  expect(described(schema)).toBe(`{
  name: string // 1 to 120 characters
  units?: integer // 0 to 100, default 1
  price: string | null // matches ^\\d+$
  kind?: "new" | "used"
  labels: string[] // at most 3 items, each at most 10 characters
  sizes: (1 | "all")[]
  owner?: {
    id: integer
    email: string // email
  }
  prices: {
    [name]: number
  }
  anything: unknown
}`);
});

test('a named schema is described by its name', () => {
  const address = z.object({ city: z.string() }).meta({ id: 'TestAddress' });
  expect(described(z.object({ to: address, from: z.array(address) }))).toBe(`{
  to: TestAddress
  from: TestAddress[]
}`);
});

test('limits of a schema that is not an object follow its type', () => {
  expect(described(z.string().max(5))).toBe('string // at most 5 characters');
  expect(described(z.tuple([z.int(), z.boolean()]))).toBe('[integer, boolean]');
});
