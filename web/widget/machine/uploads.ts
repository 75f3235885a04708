// Uploads files, one after the other. A PDF file is sent immediately. Photos are sent when the applicant has added all
// pages of the document.
import type { DocumentKind, UploadView } from '../../shared/session.ts';
import { roomFor } from './document-rules.ts';
import { andThen, stay, withDocuments } from './moves.ts';
import {
  type ChosenFile,
  type Documents,
  type DraftPage,
  type FileFault,
  NO_DOCUMENTS,
  type SendingFile,
  type State,
  type Step,
} from './state.ts';

const SIZE_BYTES_MIN = 1_000;
export const SIZE_BYTES_MAX = 10_000_000;

export const isOnDocuments = ({ screen }: State): boolean => screen.name === 'doc_types' || screen.name === 'upload';

/** The effect that polls the list of uploaded files until all of them are read. */
export const followed = ({ pursuit }: State) => ({ do: 'follow_uploads', suborder_id: pursuit.suborder_id }) as const;

/** Sends PDF files immediately. Photos wait until the applicant has added all pages. */
export function filesChosen(state: State, files: readonly ChosenFile[]): Step {
  const { doc_type, sending, draft } = state.pursuit.documents;
  if (state.screen.name !== 'upload' || doc_type === null) return stay(state);
  const photos = files.filter(({ kind }) => kind === 'photo');
  const pages = photos.map(({ key, filename, size_bytes }) => ({ key, filename, size_bytes, can_be_shown: null }));
  const others = files.filter(({ kind }) => kind !== 'photo').map((file) => toSending(file, doc_type));
  const next = withDocuments(state, { draft: [...draft, ...pages], sending: [...sending, ...others] });
  const looked = stay(limited(next), ...pages.map(({ key }) => ({ do: 'look_at', key }) as const));
  return andThen(looked, sendNext);
}

const toSending = ({ key, filename, kind, size_bytes }: ChosenFile, doc_type: DocumentKind): SendingFile => ({
  key,
  filename,
  doc_type,
  pages: [key],
  is_of_photos: false,
  share: null,
  fault: kind === 'unknown' ? 'not_a_document' : faultOfSize(size_bytes),
});

function faultOfSize(size_bytes: number): FileFault | null {
  if (size_bytes > SIZE_BYTES_MAX) return 'too_large';
  return size_bytes < SIZE_BYTES_MIN ? 'too_small' : null;
}

/** Marks the files that exceed the maximum number in the template. These are the files that were added last. */
function limited(state: State): State {
  const { doc_type, sending } = state.pursuit.documents;
  if (doc_type === null) return state;
  const waiting = sending.filter((file) => file.doc_type === doc_type && file.fault === null && file.share === null);
  const room = roomFor(withDocuments(state, { sending: sending.filter((file) => !waiting.includes(file)) }), doc_type);
  const excess = room === null ? [] : waiting.slice(room);
  return withDocuments(state, {
    sending: sending.map((file) => (excess.includes(file) ? { ...file, fault: 'too_many' as const } : file)),
  });
}

export const pageLookedAt = (state: State, key: string, can_be_shown: boolean): State => {
  const { draft } = state.pursuit.documents;
  return withDocuments(state, { draft: draft.map((page) => (page.key === key ? { ...page, can_be_shown } : page)) });
};

export const removePage = (state: State, key: string): State =>
  withDocuments(state, { draft: state.pursuit.documents.draft.filter((page) => page.key !== key) });

/** Sends the photographed pages. A photo that the browser cannot show is sent unchanged as a single file. */
export function sendPages(state: State, is_one: boolean): Step {
  const { doc_type, draft, sending } = state.pursuit.documents;
  if (doc_type === null || draft.some(({ can_be_shown }) => can_be_shown === null)) return stay(state);
  const photos = draft.filter(({ can_be_shown }) => can_be_shown === true);
  const groups = is_one && photos.length > 0 ? [photos] : photos.map((page) => [page]);
  const names = new Set(takenNames(state));
  const of_photos = groups.flatMap((pages) => ofPhotos(pages, doc_type, names));
  const others = draft
    .filter(({ can_be_shown }) => can_be_shown === false)
    .map((page) => toSending({ ...page, kind: 'photo' }, doc_type));
  return sendNext(limited(withDocuments(state, { draft: [], sending: [...sending, ...of_photos, ...others] })));
}

const takenNames = ({ pursuit: { documents } }: State): string[] =>
  [...(documents.files ?? []), ...documents.sending].map(({ filename }) => filename);

function ofPhotos(pages: readonly DraftPage[], doc_type: DocumentKind, names: Set<string>): SendingFile[] {
  const [first] = pages;
  if (first === undefined) return [];
  const filename = freeName(first.filename, names);
  names.add(filename);
  const keys = pages.map(({ key }) => key);
  return [{ key: first.key, filename, doc_type, pages: keys, is_of_photos: true, share: null, fault: null }];
}

/** Adds a number to a name that is already used, because phones give every photo the same name. */
function freeName(photo_name: string, taken: ReadonlySet<string>): string {
  const base = photo_name.replace(/\.[^.]*$/, '') || 'photo';
  let name = `${base}.pdf`;
  for (let number = 2; taken.has(name); number++) name = `${base} (${number}).pdf`;
  return name;
}

/** Sends the next file if no other file is being sent. */
export function sendNext(state: State): Step {
  const { sending } = state.pursuit.documents;
  if (sending.some(({ fault, share }) => fault === null && share !== null)) return stay(state);
  const next = sending.find(({ fault }) => fault === null);
  if (next === undefined) return stay(state);
  const file = { ...next, share: 0 };
  return stay(changed(state, next.key, file), { do: 'upload', file, suborder_id: state.pursuit.suborder_id });
}

const changed = (state: State, key: string, changes: Partial<SendingFile>): State =>
  withDocuments(state, {
    sending: state.pursuit.documents.sending.map((file) => (file.key === key ? { ...file, ...changes } : file)),
  });

export const uploadProgress = (state: State, key: string, share: number): State =>
  isOnDocuments(state) ? changed(state, key, { share }) : state;

const isSending = (state: State, key: string): boolean =>
  state.pursuit.documents.sending.some((file) => file.key === key);

export function uploaded(state: State, key: string, { files }: UploadView): Step {
  if (!isSending(state, key)) return stay(state);
  const sending = state.pursuit.documents.sending.filter((file) => file.key !== key);
  const next = withDocuments(state, { files, sending });
  return isOnDocuments(next) ? andThen(stay(next, followed(next)), sendNext) : stay(next);
}

export const uploadFailed = (state: State, key: string, fault: FileFault): Step =>
  sendNext(changed(state, key, { fault, share: null }));

export const retryUpload = (state: State, key: string): Step => sendNext(changed(state, key, { fault: null }));

export const dropUpload = (state: State, key: string): State =>
  withDocuments(state, { sending: state.pursuit.documents.sending.filter((file) => file.key !== key) });

export const uploadsLoaded = (state: State, { files }: UploadView): State =>
  isOnDocuments(state) ? withDocuments(state, { files }) : state;

export function removeFile(state: State, file_id: string): Step {
  const { files, removing } = state.pursuit.documents;
  const is_known = files?.some((file) => file.file_id === file_id) ?? false;
  if (!is_known || removing.includes(file_id) || state.is_busy) return stay(state);
  const next = { ...withDocuments(state, { removing: [...removing, file_id] }), problem: null };
  return stay(next, { do: 'remove_file', file_id, suborder_id: state.pursuit.suborder_id });
}

export const notRemoving = (state: State, file_id: string): State =>
  withDocuments(state, { removing: state.pursuit.documents.removing.filter((id) => id !== file_id) });

/** The server may now read a duplicate of the removed file, so the list is polled again. */
export function fileRemoved(state: State, file_id: string, { files }: UploadView): Step {
  const next = notRemoving(withDocuments(state, { files }), file_id);
  return isOnDocuments(next) ? stay(next, followed(next)) : stay(next);
}

/** Returns only the photos and files that are not sent yet and can still be sent. */
export const unsentOf = ({ draft, sending }: Documents): Documents => ({
  ...NO_DOCUMENTS,
  draft,
  sending: sending.filter(({ fault }) => fault === null || fault === 'unsent'),
});

export function hasUnsent({ pursuit }: State): boolean {
  const { draft, sending } = unsentOf(pursuit.documents);
  return draft.length + sending.length > 0;
}

/**
 * Called when the applicant leaves the document screens. Photos and files that are not sent yet are kept until the
 * applicant returns.
 */
export function pauseUploads(state: State): Step {
  const { draft, sending } = unsentOf(state.pursuit.documents);
  const waiting = sending.map((file) => ({ ...file, share: null }));
  return stay(withDocuments(state, { draft, sending: waiting, removing: [] }), { do: 'pause_uploads' });
}

/** Drops all photos and files that are not sent yet. */
export const stopUploads = (state: State): Step =>
  stay(withDocuments(state, { draft: [], sending: [], removing: [] }), { do: 'stop_uploads' });
