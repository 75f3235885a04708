// The name of each kind of document, as shown to the applicant.
import type { DocumentKind } from '../../shared/session.ts';
import { asksForBankStatements } from '../machine/document-rules.ts';
import type { View } from '../view.tsx';

export type Named = Pick<View, 'state' | 'words'>;

/**
 * Returns the part of a text key that names the kind of document, such as `paystub` in `doc_paystub`. For products
 * about accounts, the kind `other` is named as a bank statement.
 */
export const wordsKey = ({ state }: Named, kind: DocumentKind) =>
  kind === 'other' && asksForBankStatements(state) ? 'bank_statement' : kind;

export const documentName = (view: Named, kind: DocumentKind): string => view.words[`doc_${wordsKey(view, kind)}`];
