// Reads one sample of each known layout, to detect a rule that breaks a layout. The benchmark reads many samples.
import { describe, expect, test } from 'vitest';
import { readDocuments } from '#analysis/documents/read.ts';
import { readPdf } from '#reading/pdf.ts';
import { compareDocuments, counterparts } from './compare.ts';
import { GROUPS } from './groups.ts';

const SEED = 7;
/** The fields that the reader cannot read yet, by layout. */
const NOT_READ: Readonly<Record<string, readonly string[]>> = {
  'check-over-stub': ['earnings[0].hours', 'earnings[0].rate'],
};

describe.each(GROUPS.filter(({ held_out }) => held_out === undefined))(
  'documents of the group "$name"',
  ({ layouts }) => {
    test.each(Object.keys(layouts))(
      'every field of a document with the layout %s is read, except the fields in NOT_READ',
      async (name) => {
        const sample = await layouts[name]?.(SEED);
        if (sample === undefined) throw new Error(`there is no layout ${name}`);
        const read = readDocuments(await readPdf(sample.file));
        const typesOf = (documents: readonly { document_type: string; subtype: string | null }[]) =>
          documents.map(({ document_type, subtype }) => subtype ?? document_type);
        expect(typesOf(read)).toEqual(typesOf(sample.documents));
        const found = counterparts(sample.documents, read);
        const differences = sample.documents.flatMap((truth, at) => compareDocuments(truth, found[at]).differences);
        expect(differences.map(({ field }) => field)).toEqual(NOT_READ[name] ?? []);
      },
    );
  },
);
