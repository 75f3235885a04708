// The OpenAPI document, generated from the same schemas that validate requests and serialise responses.
import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { type TSchema, Type } from 'typebox';
import { answerKept, type KeptBytes, keepBytes } from '#base/http/kept-bytes.ts';
import { choice, FieldFault, shape } from '#base/schema.ts';
import { STANDARD_CODES } from './errors.ts';
import { withComponents } from './reference/components.ts';
import { withDescriptions } from './reference/descriptions.ts';
import { withExamples } from './reference/examples.ts';
import { WEBHOOK_HEADERS, WEBHOOKS } from './reference/webhooks.ts';

/** The sections (tags) of the OpenAPI document. */
const TAGS = {
  Orders: 'Start a verification with one call, then read its status, reports and invoice.',
  Users: 'People who connect accounts.',
  Links: 'Connections to providers, and the tokens that give access to them.',
  Tasks: 'Operations that run through links.',
  Payroll: 'Employment and pay, as reported by a payroll system.',
  'Financial accounts': 'Accounts, transactions, holdings and debts, as reported by a bank.',
  Insurance: 'Policies, as reported by an insurer.',
  Tax: 'Tax documents.',
  Documents: 'Files that people upload, and what is read from them.',
  Deposits: 'Where pay is deposited.',
  Administration: 'The payroll of a whole company.',
  Reports: 'What was known about a person at a point in time.',
  Companies: 'The catalogue of employers, and the providers that connect to them.',
  Templates: 'The appearance of what people see, and what they are asked to provide.',
  Webhooks: 'Endpoints that receive events, the delivery attempts, and the log of all events.',
  Keys: 'Rotation of access keys.',
  Sandbox: 'Tools for simulating time and data with fictitious people.',
} as const;
export type Tag = keyof typeof TAGS;

const ErrorBody = shape('Error', 'An error that has a code.', {
  error: shape('ErrorDetails', 'What went wrong.', { code: choice(STANDARD_CODES), message: Type.String() }),
});
const InvalidBody = shape('InvalidParameters', 'The error for a request with invalid values.', {
  error: shape('InvalidParametersDetails', 'What went wrong, and in which fields.', {
    code: Type.Literal('incorrect_parameters'),
    message: Type.String(),
    extra: shape('InvalidParametersExtra', 'The invalid fields.', {
      'invalid-params': Type.Array(FieldFault, { minItems: 1 }),
    }),
  }),
});
const DetailBody = shape('Detail', 'An error that has no code.', { detail: Type.String() });

const described = (description: string, schema: TSchema) => ({
  description,
  content: { 'application/json': { schema } },
});

/** Error responses of every /v1/ route. */
export const ERROR_RESPONSES = {
  400: described('A value is missing, wrong or not allowed; `extra` lists every bad field.', InvalidBody),
  401: described('The two authentication headers are missing or do not match any key.', ErrorBody),
  403: described('The credentials are valid but do not allow this request.', ErrorBody),
  404: described('No such resource.', DetailBody),
  405: described('The path does not support this method; `Allow` lists the supported methods.', DetailBody),
  406: described('The `Accept` header excludes JSON.', DetailBody),
  415: described('The body is not JSON.', DetailBody),
  429: described('A rate limit was exceeded; `Retry-After` says how long to wait.', ErrorBody),
  500: described('An internal error of the service.', DetailBody),
  503: described(
    'The service is overloaded or the database is unavailable; try again after `Retry-After`.',
    DetailBody,
  ),
};

/** The additional error response of a route whose request body contains a token. */
export const TOKEN_RESPONSES = { 410: described('The token was used before, or has expired.', ErrorBody) };

const INFO = {
  title: 'Vouch',
  version: '1.0.0',
  description: 'Verifies employment, income, assets and liabilities.',
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
};

export async function describeApi(app: FastifyInstance, base_url: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: INFO,
      servers: [{ url: base_url }],
      tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
      components: {
        parameters: WEBHOOK_HEADERS,
        securitySchemes: {
          client: { type: 'apiKey', in: 'header', name: 'X-Access-Client-Id', description: 'Your client id.' },
          secret: {
            type: 'apiKey',
            in: 'header',
            name: 'X-Access-Secret',
            description: 'A secret of that client; its prefix selects the environment.',
          },
        },
      },
      security: [{ client: [], secret: [] }],
    },
  });
}

/**
 * The document is generated on the first request and then cached, because generation takes 20 ms and the routes no
 * longer change.
 */
export function openapiRoute(app: FastifyInstance): void {
  let kept: KeptBytes | undefined;
  app.get('/openapi.json', { schema: { hide: true } }, async (request, reply) => {
    kept ??= keepBytes(
      Buffer.from(
        JSON.stringify(withExamples(withDescriptions(withComponents({ ...app.swagger(), webhooks: WEBHOOKS })))),
      ),
    );
    const { status, headers, bytes } = await answerKept(kept, request.headers);
    return reply
      .code(status)
      .headers({ ...headers, 'content-type': 'application/json', 'cache-control': 'no-cache' })
      .send(bytes);
  });
}
