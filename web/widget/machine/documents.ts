// Documents as an alternative to a login: the applicant chooses the kind, uploads files, and submits them.
import type { DocumentKind } from '../../shared/session.ts';
import { acceptedKinds, isGood, obstacleOf } from './document-rules.ts';
import { andThen, common, show, stay, tell, withDocuments } from './moves.ts';
import type { Input, State, Step } from './state.ts';
import {
  dropUpload,
  fileRemoved,
  filesChosen,
  followed,
  hasUnsent,
  isOnDocuments,
  pageLookedAt,
  pauseUploads,
  removeFile,
  removePage,
  retryUpload,
  sendNext,
  sendPages,
  stopUploads,
  uploaded,
  uploadFailed,
  uploadProgress,
  uploadsLoaded,
} from './uploads.ts';

type DocumentInput = Extract<
  Input,
  {
    type:
      | 'choose_doc_type'
      | 'other_doc_type'
      | 'files_chosen'
      | 'page_looked_at'
      | 'remove_page'
      | 'send_pages'
      | 'upload_progress'
      | 'uploaded'
      | 'upload_unusable'
      | 'retry_upload'
      | 'drop_upload'
      | 'remove_file'
      | 'file_removed'
      | 'uploads'
      | 'finish_documents';
  }
>;

/** Handles the inputs that occur only on the screens for documents. */
export function advanceDocuments(state: State, input: DocumentInput): Step {
  switch (input.type) {
    case 'choose_doc_type':
      return chooseDocType(state, input.doc_type);
    case 'other_doc_type':
      return toDocTypes(state);
    case 'files_chosen':
      return filesChosen(state, input.files);
    case 'page_looked_at':
      return stay(pageLookedAt(state, input.key, input.can_be_shown));
    case 'remove_page':
      return stay(removePage(state, input.key));
    case 'send_pages':
      return sendPages(state, input.is_one);
    case 'upload_progress':
      return stay(uploadProgress(state, input.key, input.share));
    case 'uploaded':
      return uploaded(state, input.key, input.view);
    case 'upload_unusable':
      return uploadFailed(state, input.key, input.fault);
    case 'retry_upload':
      return retryUpload(state, input.key);
    case 'drop_upload':
      return stay(dropUpload(state, input.key));
    case 'remove_file':
      return removeFile(state, input.file_id);
    case 'file_removed':
      return fileRemoved(state, input.file_id, input.view);
    case 'uploads':
      return stay(uploadsLoaded(state, input.view));
    case 'finish_documents':
      return finishDocuments(state);
  }
}

/** Called when the applicant chooses to send documents. */
export function openDocuments(state: State): Step {
  const emitted = tell(state, { type: 'DOC_UPLOAD_OPENED', payload: common(state), source: 'bridge' });
  return andThen(emitted, toDocTypes);
}

/** Shows the kinds of documents. If there is only one kind, shows its upload screen immediately. */
export function toDocTypes(state: State): Step {
  const [first, second] = acceptedKinds(state);
  return first !== undefined && second === undefined ? chooseDocType(state, first) : show(state, { name: 'doc_types' });
}

export const chooseDocType = (state: State, doc_type: DocumentKind): Step =>
  show(withDocuments(state, { doc_type }), { name: 'upload' });

/** Returns to the screens for documents after a reload or a failed task. */
export function reopenDocuments(state: State, doc_type: DocumentKind | null): Step {
  const kinds = acceptedKinds(state);
  if (doc_type === null || !kinds.includes(doc_type)) return toDocTypes(state);
  const trail = kinds.length > 1 ? [...state.trail, { name: 'doc_types' as const }] : state.trail;
  return chooseDocType({ ...state, trail }, doc_type);
}

/**
 * When the applicant comes to the screens for documents, loads the uploaded files and sends the files that were not
 * sent before. When the applicant leaves these screens, uploads stop. Photos and files that were not sent are kept
 * until the applicant connects something else.
 */
export function alongDocuments(before: State, step: Step): Step {
  const [was_here, is_here] = [isOnDocuments(before), isOnDocuments(step.state)];
  if (was_here && is_here) return step;
  if (was_here && hasUnsent(step.state)) return andThen(step, pauseUploads);
  const is_other = was_here || (hasUnsent(before) && !hasUnsent(step.state));
  const settled = is_other ? andThen(step, stopUploads) : step;
  return is_here ? andThen(settled, (next) => andThen(stay(next, followed(next)), sendNext)) : settled;
}

export const finishDocuments = (state: State): Step =>
  state.is_busy || obstacleOf(state) !== null
    ? stay(state)
    : stay(
        { ...state, is_busy: true, problem: null },
        { do: 'finish_documents', suborder_id: state.pursuit.suborder_id },
      );

/** Emits DOCUMENTS_UPLOADED once for each kind of document that was submitted. */
export function tellUploaded(state: State): Step {
  const good = (state.pursuit.documents.files ?? []).filter((file) => isGood(state, file));
  const kinds = new Set(good.map(({ doc_type }) => doc_type));
  return [...kinds].reduce<Step>(
    (step, doc_type) =>
      andThen(step, (next) =>
        tell(next, {
          type: 'DOCUMENTS_UPLOADED',
          payload: { ...common(next), doc_type, data_source: 'docs' },
          source: 'bridge',
        }),
      ),
    stay(state),
  );
}
