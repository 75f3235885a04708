// Decides which kinds of documents the applicant can send for a product, and what is still missing before the documents
// can be submitted.
import type { DocumentKind, DocumentRule, ProductType, TaskView, UploadedFile } from '../../shared/session.ts';
import { aimOf } from './moves.ts';
import type { State } from './state.ts';

/** The provider id of a task that reads uploaded documents. Such a task has no login. */
const DOCUMENTS_PROVIDER = 'documents';
export const isOfDocuments = (task: TaskView | null): boolean => task?.provider.id === DOCUMENTS_PROVIDER;

/** The kinds of documents that are offered if the template has no rules. Bank statements are sent as `other`. */
const USUAL: Record<ProductType, readonly DocumentKind[]> = {
  income: ['paystub', 'w2', 'f1099', 'f1040', 'other'],
  employment: ['paystub', 'w2', 'f1099', 'other'],
  insurance: ['insurance_home_policy', 'insurance_auto_policy'],
  assets: ['other'],
  transactions: ['other'],
  deposit_switch: [],
  pll: [],
  admin: [],
};

/** Further kinds of documents. Each of them is offered only if the template has a rule for it. */
const WITH_RULE: Partial<Record<ProductType, readonly DocumentKind[]>> = {
  income: ['volunteer_letter'],
  employment: ['f1040', 'volunteer_letter'],
  insurance: ['other'],
};

const ALL: readonly DocumentKind[] = [...USUAL.income, 'volunteer_letter', ...USUAL.insurance];

/** The kinds of documents that the applicant can send now, the most useful first. */
export function acceptedKinds(state: State): readonly DocumentKind[] {
  const product = aimOf(state)?.product_type ?? 'income';
  const ruled = ALL.filter((kind) => ruleOf(state, kind) !== null);
  if (ruled.length === 0) return USUAL[product];
  const fitting = [...USUAL[product], ...(WITH_RULE[product] ?? [])].filter((kind) => ruled.includes(kind));
  // If no kind with a rule fits the product, all kinds with a rule are offered, and the server decides.
  return fitting.length > 0 ? fitting : ruled;
}

export const ruleOf = ({ session }: State, kind: DocumentKind): DocumentRule | null =>
  session?.document_upload.types[kind] ?? null;

/** Whether `other` means bank statements, which are the only documents that show accounts. */
export const asksForBankStatements = (state: State): boolean => {
  const product = aimOf(state)?.product_type;
  return product === 'assets' || product === 'transactions';
};

/**
 * Whether the file is good: the server accepted it and recognised a document in it. Files of some kinds need not be
 * recognised. Such a file is good even if the server recognised no document in it.
 */
export const isGood = (state: State, file: UploadedFile): boolean =>
  file.status === 'successful' && file.problem === null && !isUnrecognized(state, file);

export const isUnrecognized = (state: State, { status, doc_type, document_types }: UploadedFile): boolean =>
  status === 'successful' && isToBeRead(state, doc_type) && document_types.every((type) => type === 'OTHER');

const isToBeRead = (state: State, kind: DocumentKind): boolean =>
  kind === 'other' ? asksForBankStatements(state) : kind !== 'volunteer_letter';

/** Counts the documents of a kind in good files. A file with several documents of this kind counts several times. */
export const goodCount = (state: State, kind: DocumentKind): number =>
  (state.pursuit.documents.files ?? [])
    .filter((file) => file.doc_type === kind && isGood(state, file))
    .reduce((sum, file) => sum + Math.max(1, documentsOf(file, kind)), 0);

const documentsOf = ({ document_types }: UploadedFile, kind: DocumentKind): number =>
  document_types.filter((type) => type === kind.toUpperCase()).length;

const wantedCount = (state: State, kind: DocumentKind): number => Math.max(1, ruleOf(state, kind)?.min ?? 1);

const lackOf = (state: State, kind: DocumentKind): number => wantedCount(state, kind) - goodCount(state, kind);

export type Needed = { doc_type: DocumentKind; count: number };

/**
 * Returns how many documents are still missing, for each required kind that is not complete. If no kind is required,
 * nothing is missing as soon as any one kind is complete. Until then, the documents of the kind that the person has
 * chosen are missing.
 */
export function stillNeeded(state: State): readonly Needed[] {
  const kinds = acceptedKinds(state);
  const lacking = (kind: DocumentKind): Needed[] => {
    const count = lackOf(state, kind);
    return count > 0 ? [{ doc_type: kind, count }] : [];
  };
  const required = kinds.filter((kind) => ruleOf(state, kind)?.required === true);
  if (required.length > 0) return required.flatMap(lacking);
  if (kinds.some((kind) => lackOf(state, kind) <= 0)) return [];
  return kinds.filter((kind) => kind === state.pursuit.documents.doc_type).flatMap(lacking);
}

/**
 * Returns how many more files of a kind the template allows; `null` if it has no limit. Files that cannot be used are
 * not counted.
 */
export function roomFor(state: State, kind: DocumentKind): number | null {
  const max = ruleOf(state, kind)?.max ?? null;
  if (max === null) return null;
  const { files, sending } = state.pursuit.documents;
  const sent = (files ?? []).filter((file) => file.doc_type === kind && (!file.is_final || isGood(state, file))).length;
  const underway = sending.filter(({ doc_type, fault }) => doc_type === kind && isUnderway(fault)).length;
  return Math.max(0, max - sent - underway);
}

const isUnderway = (fault: State['pursuit']['documents']['sending'][number]['fault']): boolean =>
  fault === null || fault === 'unsent';

/**
 * The reason why the documents cannot be submitted yet. `unsent`: a photo or file was not sent. `reading`: a file is
 * being sent or read. `needed`: documents are missing.
 */
export type Obstacle = 'unsent' | 'reading' | 'needed';

export function obstacleOf(state: State): Obstacle | null {
  const { files, removing, sending, draft } = state.pursuit.documents;
  if (draft.length > 0 || sending.some(({ fault }) => fault === 'unsent')) return 'unsent';
  if (files === null || removing.length > 0 || sending.some(({ fault }) => fault === null)) return 'reading';
  if (files.some(({ is_final }) => !is_final)) return 'reading';
  return files.some((file) => isGood(state, file)) && stillNeeded(state).length === 0 ? null : 'needed';
}
