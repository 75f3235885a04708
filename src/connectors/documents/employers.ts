// Groups pay stubs and W-2s by employer.

import { wordsOf } from '#domain/connections/company-names.ts';
import type { UploadedDocument } from '#domain/documents/uploaded-documents.ts';
import { nineDigits, textOf } from './fields.ts';

export type Employer = {
  /** Identifies the employer within the person's documents. The key stays the same when documents are added. */
  key: string;
  ein: string | null;
  /** The documents in the order of their upload. */
  documents: UploadedDocument[];
};

type Group = { ein: string | null; names: Set<string>; documents: UploadedDocument[] };

/**
 * Groups the documents by employer. Equal EINs mean the same employer, and different EINs mean different employers. A
 * document without an EIN belongs to the employer with the same name. Names are compared without company forms such as
 * LLC. All documents with neither a name nor an EIN are one group. The documents must be in the order of their upload.
 */
export function employersOf(documents: readonly UploadedDocument[]): Employer[] {
  const groups: Group[] = [];
  // Documents with an EIN are grouped first, so that a document without an EIN can be added to one of these groups.
  const numbered = documents.filter((document) => einOf(document) !== null);
  for (const document of [...numbered, ...documents.filter((document) => einOf(document) === null)]) {
    const [ein, name] = [einOf(document), nameKeyOf(document)];
    const group = groupFor(groups, ein, name) ?? newGroup(groups, ein);
    // A document with neither a name nor an EIN must not be added to a group that has an EIN but no name.
    if (name !== '' || ein === null) group.names.add(name);
    group.documents.push(document);
  }
  const order = (document: UploadedDocument | undefined) => (document === undefined ? 0 : documents.indexOf(document));
  const sorted = groups.map((group) => ({
    ...group,
    documents: group.documents.toSorted((a, b) => order(a) - order(b)),
  }));
  return withKeys(sorted.toSorted((a, b) => order(a.documents[0]) - order(b.documents[0])));
}

function groupFor(groups: readonly Group[], ein: string | null, name: string): Group | undefined {
  if (ein !== null) return groups.find((group) => group.ein === ein);
  return groups.find((group) => group.names.has(name));
}

function newGroup(groups: Group[], ein: string | null): Group {
  const group = { ein, names: new Set<string>(), documents: [] };
  groups.push(group);
  return group;
}

/**
 * Adds the keys. An employer's key is the name on its first document. The key is the EIN instead (if it is known) in
 * two cases: that document has no name, or an earlier employer has the same name.
 */
function withKeys(groups: readonly Group[]): Employer[] {
  const used = new Set<string>();
  return groups.map(({ ein, documents }) => {
    const [first] = documents;
    const name = first === undefined ? '' : nameKeyOf(first);
    const key = (name === '' || used.has(name)) && ein !== null ? `ein ${ein}` : name;
    used.add(key);
    return { key, ein, documents };
  });
}

const einOf = ({ fields }: UploadedDocument): string | null => nineDigits(fields, 'employer_ein');

const nameKeyOf = ({ fields }: UploadedDocument): string => wordsOf(textOf(fields, 'employer_name') ?? '').join(' ');
