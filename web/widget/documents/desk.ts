// Keeps the documents and the bank file that the applicant has chosen, and sends them to the server. The bytes are only
// in this page's memory.
import type { Api } from '../../shared/api.ts';
import type { ChosenFile, Effect, Input, SendingFile } from '../machine/state.ts';
import { SIZE_BYTES_MAX } from '../machine/uploads.ts';
import { fileKind, fileType } from './file-kinds.ts';

export type Desk = {
  add(files: readonly File[]): void;
  /** Returns the thumbnail of a photo; `undefined` if it was not made yet or the browser cannot show the photo. */
  pictureOf(key: string): HTMLCanvasElement | undefined;
  lookAt(key: string): Promise<void>;
  send(effect: Extract<Effect, { do: 'upload' }>): Promise<void>;
  follow(suborder_id: string | null): Promise<void>;
  remove(effect: Extract<Effect, { do: 'remove_file' }>): Promise<void>;
  /** Keeps a bank file in memory. */
  addBankFile(file: File): void;
  sendBankFile(effect: Extract<Effect, { do: 'send_file' }>): Promise<void>;
  dropBankFile(): void;
  /** Aborts all requests and keeps the files. */
  pause(): void;
  /** Aborts all requests and drops all files. */
  stop(): void;
};

const ASK_AGAIN_MS = 2_000;

/** The code for photos is loaded when it is needed, because most applicants send no photos. */
const loadPhotos = () => import('./photos.ts');

export function openDesk(api: Api, dispatch: (input: Input) => void): Desk {
  const files = new Map<string, File>();
  const pictures = new Map<string, HTMLCanvasElement>();
  let following: AbortController | undefined;
  let sending: AbortController | undefined;
  let bank_file: { key: string; own: AbortController } | undefined;
  let last_key = 0;

  const put = (file: File): ChosenFile => {
    last_key += 1;
    const key = `file-${last_key}`;
    files.set(key, file);
    return { key, filename: file.name, kind: fileKind(file), size_bytes: file.size };
  };

  /** Returns the bytes to send; `undefined` if the photos cannot be made small enough. */
  const contentOf = async ({ pages, is_of_photos }: SendingFile): Promise<Blob | undefined> => {
    const chosen = pages.flatMap((key) => files.get(key) ?? []);
    if (is_of_photos) return (await loadPhotos()).pdfOf(chosen, SIZE_BYTES_MAX);
    const [file] = chosen;
    return file?.slice(0, file.size, fileType(file));
  };

  const pause = (): void => {
    following?.abort();
    sending?.abort();
  };

  const dropBankFile = (): void => {
    bank_file?.own.abort();
    files.delete(bank_file?.key ?? '');
    bank_file = undefined;
  };

  return {
    add: (added) => dispatch({ type: 'files_chosen', files: added.map(put) }),
    pictureOf: (key) => pictures.get(key),
    async lookAt(key) {
      const file = files.get(key);
      if (file === undefined) return;
      const picture = await loadPhotos().then(
        (photos) => photos.smallPicture(file),
        () => undefined,
      );
      if (picture !== undefined) pictures.set(key, picture);
      dispatch({ type: 'page_looked_at', key, can_be_shown: picture !== undefined });
    },
    async send({ file, suborder_id }) {
      const { key, filename, doc_type } = file;
      const own = new AbortController();
      sending = own;
      const content = await contentOf(file).catch(() => null);
      if (own.signal.aborted) return;
      if (content === null) return dispatch({ type: 'upload_unusable', key, fault: 'unsent' });
      if (content === undefined) return dispatch({ type: 'upload_unusable', key, fault: 'too_large' });
      const { value, problem } = await api.upload(
        { content, filename, doc_type, suborder_id },
        { signal: own.signal, onProgress: (share) => dispatch({ type: 'upload_progress', key, share }) },
      );
      if (own.signal.aborted) return;
      if (problem !== undefined) return dispatch({ type: 'upload_failed', key, problem });
      for (const page of file.pages) files.delete(page);
      dispatch({ type: 'uploaded', key, view: value });
    },
    async follow(suborder_id) {
      following?.abort();
      const own = new AbortController();
      following = own;
      for (;;) {
        const { value, problem } = await api.documents(suborder_id, own.signal);
        if (own.signal.aborted) return;
        if (problem !== undefined) return dispatch({ type: 'failed', problem });
        dispatch({ type: 'uploads', view: value });
        if (value.files.every(({ is_final }) => is_final)) return;
        await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
        if (own.signal.aborted) return;
      }
    },
    async remove({ file_id, suborder_id }) {
      // A list of files that was requested before the removal may still contain the removed file. So the request for
      // the list is aborted.
      following?.abort();
      const { value, problem } = await api.removeDocument(file_id, suborder_id);
      if (problem !== undefined) return dispatch({ type: 'removal_failed', file_id, problem });
      dispatch({ type: 'file_removed', file_id, view: value });
    },
    addBankFile(file) {
      dropBankFile();
      const chosen = put(file);
      bank_file = { key: chosen.key, own: new AbortController() };
      dispatch({ type: 'bank_file_chosen', file: chosen });
    },
    async sendBankFile({ file: { key, filename }, suborder_id, columns, is_confirmed }) {
      const content = files.get(key);
      if (content === undefined) return;
      const own = new AbortController();
      bank_file = { key, own };
      const { value, problem } = await api.sendFile(
        { content, filename, suborder_id, columns, is_confirmed },
        { signal: own.signal, onProgress: (share) => dispatch({ type: 'file_progress', key, share }) },
      );
      if (own.signal.aborted) return;
      if (problem !== undefined) return dispatch({ type: 'file_failed', key, problem });
      dispatch({ type: 'file_answered', key, answer: value });
    },
    dropBankFile,
    pause,
    stop() {
      pause();
      bank_file?.own.abort();
      files.clear();
      pictures.clear();
    },
  };
}
