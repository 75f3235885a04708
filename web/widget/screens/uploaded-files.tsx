// The list of the applicant's files. For each file it shows the progress, the documents that were recognised in the
// file, or what to send instead.
import type { Ref } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button, IconButton } from '../../shared/parts/basics.tsx';
import { Icon } from '../../shared/parts/icons.tsx';
import type { UploadedFile } from '../../shared/session.ts';
import { fill } from '../../shared/words.ts';
import { acceptedKinds, isGood, isUnrecognized } from '../machine/document-rules.ts';
import type { SendingFile } from '../machine/state.ts';
import { useView, type View } from '../view.tsx';
import { documentName } from './document-names.ts';

export type Shown = {
  key: string;
  filename: string;
  look: 'busy' | 'good' | 'bad' | 'plain';
  status: string;
  advice?: string | undefined;
  share?: number;
  /** For a file that was not uploaded: whether the applicant can send it again, and whether they can remove it. */
  can_retry?: boolean;
  can_drop?: boolean;
  /** Whether the server has the file and can remove it. */
  can_remove?: boolean;
};

export function Files({ title }: { title: Ref<HTMLHeadingElement> }) {
  const view = useView();
  const { words, dispatch } = view;
  const { files, sending } = view.state.pursuit.documents;
  const shown = [
    ...(files ?? []).map((file) => uploadedFile(view, file)),
    ...sending.map((file) => sentFile(view, file)),
  ];
  const news = useNews(shown);
  return (
    <>
      {shown.length > 0 && (
        <section class="files" aria-labelledby="files-title">
          <h2 id="files-title" tabIndex={-1} ref={title}>
            {words.upload_files}
          </h2>
          <ul class="parts">
            {shown.map((file) => (
              <FileRow
                key={file.key}
                file={file}
                onRetry={() => dispatch({ type: 'retry_upload', key: file.key })}
                onDrop={() => dispatch({ type: 'drop_upload', key: file.key })}
                onRemove={() => dispatch({ type: 'remove_file', file_id: file.key })}
              />
            ))}
          </ul>
        </section>
      )}
      <p class="only-heard" role="status">
        {news}
      </p>
    </>
  );
}

type FileRowProps = { file: Shown; onRetry?(): void; onDrop?(): void; onRemove?(): void };

/** One file with its progress, or with what is wrong with it. */
export function FileRow({ file, onRetry, onDrop, onRemove }: FileRowProps) {
  const { words } = useView();
  const { filename, look, status, advice, share } = file;
  return (
    <li class="part file" data-look={look}>
      <span class="file-mark">{look !== 'busy' && <Icon name={MARKS[look]} size={18} />}</span>
      <div class="words">
        <h3>
          <bdi>{filename}</bdi>
        </h3>
        <p class="file-status">{status}</p>
        {share !== undefined && (
          <div
            class="meter"
            role="progressbar"
            aria-label={filename}
            aria-valuenow={Math.round(share * 100)}
            aria-valuemin={0}
            aria-valuemax={100}
          >
            <i style={{ '--share': String(share) }} />
          </div>
        )}
        {advice !== undefined && <p class="hint">{advice}</p>}
        {file.can_drop === true && onDrop !== undefined && (
          <div class="part-actions">
            {file.can_retry === true && onRetry !== undefined && (
              <Button is_small label={`${words.try_again}: ${filename}`} onClick={onRetry}>
                {words.try_again}
              </Button>
            )}
            <Button is_small kind="second" label={`${words.upload_remove}: ${filename}`} onClick={onDrop}>
              {words.upload_remove}
            </Button>
          </div>
        )}
      </div>
      {file.can_remove === true && onRemove !== undefined && (
        <IconButton icon="close" label={`${words.upload_remove}: ${filename}`} onClick={onRemove} />
      )}
    </li>
  );
}

const MARKS = { good: 'check', bad: 'alert', plain: 'paper' } as const;

function sentFile({ words }: View, { key, filename, fault, share }: SendingFile): Shown {
  const base = { key, filename };
  if (fault === 'unsent') {
    const advice = words.upload_unsent_text;
    return { ...base, look: 'bad', status: words.upload_unsent, advice, can_retry: true, can_drop: true };
  }
  if (fault !== null) {
    return { ...base, look: 'bad', status: words.upload_bad, advice: words[`upload_bad_${fault}`], can_drop: true };
  }
  if (share === null) return { ...base, look: 'busy', status: words.upload_waiting };
  return { ...base, look: 'busy', status: fill(words.upload_sending, { percent: Math.round(share * 100) }), share };
}

function uploadedFile(view: View, file: UploadedFile): Shown {
  const { words } = view;
  const key = file.file_id;
  if (view.state.pursuit.documents.removing.includes(key)) {
    return { key, filename: file.filename, look: 'busy', status: words.upload_removing };
  }
  const base = { key, filename: file.filename, can_remove: !view.state.is_busy };
  if (!file.is_final) {
    return { ...base, look: 'busy', ...progressOf(view, file) };
  }
  if (isGood(view.state, file)) return { ...base, look: 'good', status: goodText(view, file) };
  if (file.status === 'duplicate') return { ...base, look: 'plain', status: words.upload_bad_duplicate };
  return { ...base, look: 'bad', status: words.upload_bad, advice: adviceFor(view, file) };
}

/**
 * Returns the progress of reading the file. If the file has several pages, a bar shows how many of them were already
 * read.
 */
function progressOf({ words }: View, { status, reading }: UploadedFile): Pick<Shown, 'status' | 'share'> {
  if (reading !== null && reading.pages > 1) {
    return { status: fill(words.upload_reading_page, reading), share: (reading.page - 1) / reading.pages };
  }
  const is_reading = reading !== null || status === 'validated' || status === 'processing';
  return { status: is_reading ? words.upload_reading : words.upload_checking };
}

/**
 * Names the documents that were recognised in the file. If there are none, because this kind of file need not be read,
 * says only that the file was received.
 */
function goodText({ words }: View, { document_types }: UploadedFile): string {
  const types = [...new Set(document_types)].filter((type) => type !== 'OTHER');
  if (types.length === 0) return words.upload_received;
  return fill(words.upload_good, { documents: types.map((type) => words[`upload_type_${type}`]).join(', ') });
}

function adviceFor(view: View, file: UploadedFile): string {
  const { problem } = file;
  if (isUnrecognized(view.state, file))
    return fill(view.words.upload_bad_unrecognized, { document: documentName(view, file.doc_type) });
  const documents = acceptedKinds(view.state).map((kind) => documentName(view, kind));
  return fill(view.words[`upload_bad_${problem ?? 'refused'}`], { documents: documents.join(', ') });
}

/** Returns the changes in the list, for screen readers. Percentages are left out, because they change constantly. */
export function useNews(shown: readonly Shown[]): string {
  const known = useRef<ReadonlyMap<string, string>>(new Map());
  const [news, setNews] = useState('');
  const texts = new Map(
    shown.map(({ key, filename, status, advice, share }) => [
      key,
      share === undefined ? [`${filename}: ${status}`, advice].filter(Boolean).join('. ') : '',
    ]),
  );
  useEffect(() => {
    const changed = [...texts].filter(([key, text]) => text !== '' && known.current.get(key) !== text);
    known.current = texts;
    if (changed.length > 0) setNews(changed.map(([, text]) => text).join(' '));
  }, [[...texts.values()].join('\n')]);
  return news;
}
