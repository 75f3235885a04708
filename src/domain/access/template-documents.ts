// The kinds of documents that the widget accepts, and how many files of each kind it accepts.
import { type Static, Type } from 'typebox';
import type { InvalidParam } from '#base/errors.ts';
import { nullable, shape } from '#base/schema.ts';

/** The highest number of files that a rule may require or allow for one kind of document. */
const FILES_MAX = 100;

export const DOCUMENT_KINDS = [
  'paystub',
  'w2',
  'f1099',
  'f1040',
  'insurance_home_policy',
  'insurance_auto_policy',
  'volunteer_letter',
  'other',
] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

const eachKind = <T>(of: (kind: DocumentKind) => T): Record<DocumentKind, T> => ({
  paystub: of('paystub'),
  w2: of('w2'),
  f1099: of('f1099'),
  f1040: of('f1040'),
  insurance_home_policy: of('insurance_home_policy'),
  insurance_auto_policy: of('insurance_auto_policy'),
  volunteer_letter: of('volunteer_letter'),
  other: of('other'),
});

const files = (minimum: number) => Type.Optional(nullable(Type.Integer({ minimum, maximum: FILES_MAX })));
const RuleChanges = shape('NewDocumentRule', 'How many documents of one type are accepted.', {
  min: files(0),
  max: files(1),
  required: Type.Optional(Type.Boolean()),
});
type RuleChanges = Static<typeof RuleChanges>;

export const DocumentUploadChanges = shape('NewTemplateDocumentUpload', 'Which documents the widget accepts.', {
  types: Type.Optional(
    shape(
      'NewDocumentRules',
      'The rule for each document type.',
      eachKind(() => Type.Optional(Type.Unsafe<RuleChanges | null>({ ...RuleChanges, type: ['object', 'null'] }))),
    ),
  ),
});
type DocumentUploadChanges = Static<typeof DocumentUploadChanges>;

const count = nullable(Type.Integer());
const Rule = shape('DocumentRule', 'How many documents of one type are accepted.', {
  min: count,
  max: count,
  required: Type.Boolean(),
});
type Rule = Static<typeof Rule>;

export const DocumentUpload = shape('TemplateDocumentUpload', 'Which documents the widget accepts.', {
  types: shape(
    'DocumentRules',
    'The rule for each document type; if all are null, every type is accepted.',
    eachKind(() => Type.Union([Rule, Type.Null()])),
  ),
});
export type DocumentUpload = Static<typeof DocumentUpload>;

export const DEFAULT_DOCUMENT_UPLOAD: DocumentUpload = { types: eachKind(() => null) };

export const changeDocumentUpload = (before: DocumentUpload, sent: DocumentUploadChanges = {}): DocumentUpload => ({
  types: eachKind((kind) => changeRule(before.types[kind], sent.types?.[kind])),
});

/**
 * A rule, or a field of a rule, that was not sent stays unchanged. A rule that is sent as `null` is removed. A document
 * kind without a rule is accepted only if no kind has a rule.
 */
function changeRule(before: Rule | null, sent: RuleChanges | null | undefined): Rule | null {
  if (sent === undefined) return before;
  if (sent === null) return null;
  return {
    min: sent.min === undefined ? (before?.min ?? null) : sent.min,
    max: sent.max === undefined ? (before?.max ?? null) : sent.max,
    required: sent.required ?? before?.required ?? false,
  };
}

export function documentUploadFaults({ types }: DocumentUpload): InvalidParam[] {
  return DOCUMENT_KINDS.flatMap((kind) => {
    const { min = null, max = null } = types[kind] ?? {};
    if (min === null || max === null || min <= max) return [];
    const message = `Ensure this value is greater than or equal to ${min}.`;
    return [{ field: `document_upload.types.${kind}.max`, message }];
  });
}
