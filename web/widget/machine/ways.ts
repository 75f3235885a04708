// The applicant's options after a failure. There are always at least two.
import type { TaskView } from '../../shared/session.ts';
import { isGiven } from '../../shared/shapes.ts';
import { isOfFiles, takesFiles } from './bank-files.ts';
import { isOfDocuments } from './document-rules.ts';
import { aimOf } from './moves.ts';
import type { State } from './state.ts';

export type Way =
  | 'retry'
  | 'documents'
  | 'file'
  | 'other_provider'
  | 'other_method'
  | 'manual_deposit'
  | 'skip'
  | 'later';

export type Failure = Exclude<TaskView['status'], 'new' | 'login' | 'mfa' | 'parse' | 'full_parse' | 'switch_deposit'>;
/**
 * `documents_empty`: the uploaded documents do not contain the needed data. `documents_unusable`: the documents could
 * not be used. `documents_error`: the documents could not be read at this time.
 */
type DocumentFault = 'documents_empty' | 'documents_unusable' | 'documents_error';
/**
 * `file_empty`: the bank file does not contain the needed data. `file_error`: the file could not be read at this time.
 */
type FileFault = 'file_empty' | 'file_error';
export type Fault = Exclude<Failure, 'done'> | 'link_exists' | 'denied' | DocumentFault | FileFault;

/**
 * The options that the user gets after each failure, the best option first. The code later in this file removes the
 * options that are not possible.
 */
const WAYS: Record<Fault, readonly Way[]> = {
  login_error: ['retry', 'documents', 'file', 'other_provider', 'other_method', 'later'],
  mfa_error: ['retry', 'documents', 'file', 'other_provider', 'other_method', 'later'],
  account_locked: ['retry', 'documents', 'file', 'other_provider', 'other_method', 'later'],
  unable_to_reset: ['retry', 'documents', 'file', 'other_provider', 'other_method', 'later'],
  config_error: ['manual_deposit', 'documents', 'file', 'retry', 'other_provider', 'other_method', 'skip', 'later'],
  no_data: ['documents', 'file', 'other_method', 'other_provider', 'retry', 'skip', 'later'],
  unavailable: ['retry', 'documents', 'file', 'other_provider', 'other_method', 'later'],
  not_supported: ['manual_deposit', 'documents', 'file', 'other_method', 'other_provider', 'retry', 'skip', 'later'],
  error: ['retry', 'documents', 'file', 'other_provider', 'other_method', 'later'],
  link_exists: ['retry', 'later'],
  denied: ['retry', 'documents', 'file', 'other_provider', 'other_method', 'skip', 'later'],
  documents_empty: ['retry', 'other_method', 'skip', 'later'],
  documents_unusable: ['retry', 'other_method', 'skip', 'later'],
  documents_error: ['retry', 'other_method', 'skip', 'later'],
  file_empty: ['retry', 'documents', 'other_provider', 'other_method', 'skip', 'later'],
  file_error: ['retry', 'documents', 'other_provider', 'other_method', 'skip', 'later'],
};

const DOCUMENT_FAULTS: Partial<Record<TaskView['status'], DocumentFault>> = {
  no_data: 'documents_empty',
  config_error: 'documents_unusable',
};

export function faultOf(state: State, task: TaskView): Fault {
  const { status, error } = task;
  if (error?.error_code === 'LINK_EXISTS') return 'link_exists';
  if (isOfDocuments(task)) return DOCUMENT_FAULTS[status] ?? 'documents_error';
  if (isOfFiles(task)) return status === 'no_data' ? 'file_empty' : 'file_error';
  // With OAuth the applicant signs in on the provider's own page, so the failure cannot be a wrong password typed here.
  const provider = state.pursuit.provider ?? aimOf(state)?.provider;
  if (status === 'login_error' && state.pursuit.link === null && provider?.is_oauth === true) return 'denied';
  return isFault(status) ? status : 'error';
}

const isFault = (status: string): status is Fault => Object.hasOwn(WAYS, status);

export function waysOn(state: State): readonly Way[] {
  const { task } = state;
  return WAYS[task === null ? 'error' : faultOf(state, task)].filter((way) => isPossible(state, way));
}

/**
 * The applicant's options while the chosen provider does not respond. Trying the provider anyway is a further option,
 * which is not in this list.
 */
export const waysAround = (state: State): readonly Way[] => AROUND.filter((way) => isPossible(state, way));

const AROUND: readonly Way[] = ['other_provider', 'file', 'documents', 'other_method'];

function isPossible(state: State, way: Way): boolean {
  const aim = aimOf(state);
  const methods = aim?.methods ?? [];
  switch (way) {
    // Update mode repairs one existing login, which documents cannot do.
    case 'documents':
      return methods.includes('docs') && !isGiven(state.session?.update);
    case 'file':
      return takesFiles(state) && !isGiven(state.session?.update);
    // After a failed login, documents are a separate option, so they are not counted as another method.
    case 'other_method':
      return methods.filter((method) => method !== 'docs' || isOfDocuments(state.task)).length > 1;
    // Update mode repairs one existing login, so it offers no other provider.
    case 'other_provider':
      return !isGiven(state.session?.update) && methods.some((method) => method !== 'docs');
    case 'manual_deposit':
      return isGiven(aim?.deposit);
    case 'skip':
      return isGiven(aim?.suborder);
    default:
      return true;
  }
}
