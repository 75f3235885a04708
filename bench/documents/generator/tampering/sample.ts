// The type of a sample in the tampering group.
import type { Random, Sample, Truth } from '../sample.ts';
import type { Wish } from './plans.ts';

/** One field of a document that a forger changed. `page` is the page with the new value. */
export type Change = Wish & { document: number; page: number };

export type TamperedSample = {
  layout: string;
  seed: number;
  kind: string;
  /** True for a control: everything that the issuer printed is unchanged, so the file must not be flagged. */
  is_clean: boolean;
  bytes: Buffer;
  mime_type: string;
  changes: Change[];
  /** The values that the reader should find. They are the values on the pages, including the forger's changes. */
  truth: Truth[];
  /** The file before the change. For the kind `template_reused`, this file is the other person's document. */
  original: Buffer;
};

/** A kind of forgery or control. `make` returns undefined if the kind cannot be applied to the sample. */
export type Kind = {
  name: string;
  /** A description of the forgery or control in words. */
  note: string;
  is_clean: boolean;
  /** True for a kind that was added after the checks for fraud were written. Such kinds are counted separately. */
  is_later?: true;
  make: (sample: Sample, random: Random) => Promise<TamperedSample | undefined>;
};

export const resultOf = (
  kind: { name: string; is_clean: boolean },
  sample: Sample,
  bytes: Buffer,
  change: Partial<TamperedSample> = {},
): TamperedSample => ({
  layout: sample.layout,
  seed: sample.seed,
  kind: kind.name,
  is_clean: kind.is_clean,
  bytes,
  mime_type: 'application/pdf',
  changes: [],
  truth: sample.documents,
  original: sample.file,
  ...change,
});
