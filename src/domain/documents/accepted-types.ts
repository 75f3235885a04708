// Decides which types of documents a template accepts.
import type { DocumentKind, DocumentUpload } from '#domain/access/template-documents.ts';
import type { ReadType } from './read-documents.ts';

const KINDS_OF: Partial<Record<ReadType, DocumentKind>> = {
  PAYSTUB: 'paystub',
  W2: 'w2',
  F1099: 'f1099',
  F1040: 'f1040',
  INSURANCE_HOME_POLICY: 'insurance_home_policy',
  INSURANCE_AUTO_POLICY: 'insurance_auto_policy',
};

/** A template without rules accepts every type. A rule for `other` accepts the types that have no rule of their own. */
export function isAcceptedType(type: ReadType, { types }: DocumentUpload): boolean {
  if (Object.values(types).every((rule) => rule === null)) return true;
  const kind = KINDS_OF[type];
  return (kind !== undefined && types[kind] !== null) || types.other !== null;
}
