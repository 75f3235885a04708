// The OpenAPI document, generated from the same schemas that validate and serialise requests.
import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { answerKept, type KeptBytes, keepBytes } from '#base/http/kept-bytes.ts';
import { choice } from '#base/schema.ts';
import { STANDARD_CODES } from './errors.ts';

/** The sections of the document. */
const TAGS = {
  Orders: 'One call starts a verification; its status, reports and invoice follow.',
  Users: 'People who connect accounts.',
  Links: 'Connections to providers, and the tokens that lead to them.',
  Tasks: 'What is done through links.',
  Payroll: 'Employment and pay, as a payroll system tells it.',
  'Financial accounts': 'Accounts, transactions, holdings and debts, as a bank tells them.',
  Insurance: 'Policies, as an insurer tells them.',
  Tax: 'Tax documents.',
  Deposits: 'Where pay goes.',
  Administration: 'The payroll of a whole company.',
  Reports: 'What was known of a person at one moment.',
  Companies: 'The catalogue of employers, and the providers that lead to them.',
  Templates: 'How what people see looks, and what it asks of them.',
  Webhooks: 'Where you are told what happened, what was sent there, and the log of everything that happened.',
  Keys: 'Rotation of access keys.',
  Sandbox: 'Ways to play through time and data with invented people.',
} as const;
export type Tag = keyof typeof TAGS;

const ErrorBody = Type.Object(
  { error: Type.Object({ code: choice(STANDARD_CODES), message: Type.String() }) },
  { $id: 'Error', title: 'Error' },
);
const InvalidBody = Type.Object(
  {
    error: Type.Object({
      code: Type.Literal('incorrect_parameters'),
      message: Type.String(),
      extra: Type.Object({
        'invalid-params': Type.Array(Type.Object({ field: Type.String(), message: Type.String() }), { minItems: 1 }),
      }),
    }),
  },
  { $id: 'InvalidParameters', title: 'InvalidParameters' },
);
const DetailBody = Type.Object({ detail: Type.String() }, { $id: 'Detail', title: 'Detail' });

const described = (description: string, $ref: 'Error' | 'InvalidParameters' | 'Detail') => ({
  description,
  content: { 'application/json': { schema: { $ref: `${$ref}#` } } },
});

/** Error responses of every /v1/ route. */
export const ERROR_RESPONSES = {
  400: described('A value is missing, wrong or not allowed; `extra` lists every bad field.', 'InvalidParameters'),
  401: described('The two authentication headers are missing or match no key.', 'Error'),
  403: described('The credentials are valid but may not do this.', 'Error'),
  404: described('No such resource.', 'Detail'),
  405: described('The path does not know this method; `Allow` lists those it knows.', 'Detail'),
  406: described('The `Accept` header excludes JSON.', 'Detail'),
  415: described('The body is not JSON.', 'Detail'),
  429: described('A rate limit is exhausted; `Retry-After` says for how long.', 'Error'),
  500: described('A fault of the service.', 'Detail'),
  503: described('Overloaded, or the store is out of reach; try again after `Retry-After`.', 'Detail'),
};

const INFO = {
  title: 'Vouch',
  version: '1.0.0',
  description: 'Verifies employment, income, assets and liabilities.',
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
};

export async function describeApi(app: FastifyInstance, base_url: string): Promise<void> {
  app.addSchema(ErrorBody);
  app.addSchema(InvalidBody);
  app.addSchema(DetailBody);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: INFO,
      servers: [{ url: base_url }],
      tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
      components: {
        securitySchemes: {
          client: { type: 'apiKey', in: 'header', name: 'X-Access-Client-Id' },
          secret: { type: 'apiKey', in: 'header', name: 'X-Access-Secret' },
        },
      },
      security: [{ client: [], secret: [] }],
    },
    refResolver: { buildLocalReference: (json, _base, _fragment, i) => String(json['$id'] ?? `schema-${i}`) },
  });
}

/** The document is generated on the first request and cached, because that takes 20 ms and routes no longer change. */
export function openapiRoute(app: FastifyInstance): void {
  let kept: KeptBytes | undefined;
  app.get('/openapi.json', { schema: { hide: true } }, async (request, reply) => {
    kept ??= keepBytes(Buffer.from(JSON.stringify(app.swagger())));
    const { status, headers, bytes } = await answerKept(kept, request.headers);
    return reply
      .code(status)
      .headers({ ...headers, 'content-type': 'application/json', 'cache-control': 'no-cache' })
      .send(bytes);
  });
}
