// Requests for sample documents of the sandbox's sample people.
import { type Static, Type } from 'typebox';
import { choice, QueryBoolean, QueryText } from '#base/schema.ts';

export const SAMPLE_KINDS = ['paystub', 'w2', 'f1099', 'f1040', 'bank_statement'] as const;
export type SampleKind = (typeof SAMPLE_KINDS)[number];

/**
 * `amount`: one figure contradicts the others on the page. `overlay`: a figure is covered by another one. `resave`: the
 * file went through an editor. `ytd`: the page contradicts the documents before it, as a broken year-to-date does.
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
