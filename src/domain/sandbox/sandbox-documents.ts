// Requests for sample documents of the sandbox's sample people.
import { type Static, Type } from 'typebox';
import { choice, QueryBoolean, QueryText } from '#base/schema.ts';

export const SAMPLE_KINDS = ['paystub', 'w2', 'f1099', 'f1040', 'bank_statement'] as const;
export type SampleKind = (typeof SAMPLE_KINDS)[number];

/**
 * How the sample document is altered. `amount`: one amount contradicts the other amounts on the page. `overlay`: a new
 * amount is drawn over the old amount. `resave`: the file was saved by an editor. `ytd`: the page contradicts earlier
 * documents, for example by a wrong year-to-date amount.
 */
export const TAMPERS = ['none', 'amount', 'overlay', 'resave', 'ytd'] as const;
export type Tamper = (typeof TAMPERS)[number];

export const SampleQuery = Type.Object({
  username: QueryText,
  index: Type.Optional(Type.String({ format: 'count', description: '0 is the newest.', examples: ['0'] })),
  tamper: Type.Optional(choice(TAMPERS)),
  raster: QueryBoolean,
});
export type SampleQuery = Static<typeof SampleQuery>;
