// What the applicant calls each kind of document.
import type { DocumentKind } from '../../shared/session.ts';
import { asksForBankStatements } from '../machine/document-rules.ts';
import type { View } from '../view.tsx';

export type Named = Pick<View, 'state' | 'words'>;

/** The part of the texts' names that stands for the kind. `other` is a bank statement if the product is about accounts. */
export const wordsKey = ({ state }: Named, kind: DocumentKind) =>
  kind === 'other' && asksForBankStatements(state) ? 'bank_statement' : kind;

export const documentName = (view: Named, kind: DocumentKind): string => view.words[`doc_${wordsKey(view, kind)}`];
