// What a sample of the tampering group is.
import type { Random, Sample, Truth } from '../sample.ts';
import type { Wish } from './plans.ts';

/** One field of a document that a forger changed; `page` is where the new value stands. */
export type Change = Wish & { document: number; page: number };

export type TamperedSample = {
  layout: string;
  seed: number;
  kind: string;
  /** A control: nothing that a reader of the page sees was changed. It must not be flagged. */
  is_clean: boolean;
  bytes: Buffer;
  mime_type: string;
  changes: Change[];
  /** What a person sees on the pages, so with the new values. */
  truth: Truth[];
  /** The file before the change; for a reused template, the document of the other person. */
  original: Buffer;
};

/** Returns undefined if the kind cannot be applied to this sample. */
export type Kind = {
  name: string;
  /** In words, what was done. */
  note: string;
  is_clean: boolean;
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
