// The screens on which the applicant sends documents: choosing the kind, and uploading files and photos.
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Button, Row } from '../../shared/parts/basics.tsx';
import type { IconName } from '../../shared/parts/icons.tsx';
import type { DocumentKind } from '../../shared/session.ts';
import { fill } from '../../shared/words.ts';
import { takesFiles } from '../machine/bank-files.ts';
import { acceptedKinds, goodCount, obstacleOf, roomFor, ruleOf, stillNeeded } from '../machine/document-rules.ts';
import { aimOf } from '../machine/moves.ts';
import { Screen, useView, type View } from '../view.tsx';
import { LaterRow, SkipRow } from './choosing.tsx';
import { documentName, type Named, wordsKey } from './document-names.ts';
import { DraftPages } from './document-pages.tsx';
import { FileButton, useDrop } from './file-button.tsx';
import { Files } from './uploaded-files.tsx';

export function DocTypes() {
  const view = useView();
  const { state, words, dispatch } = view;
  const has_files = (state.pursuit.documents.files?.length ?? 0) > 0;
  return (
    <Screen title={words.doc_types_title} lead={words.doc_types_lead} actions={<Actions has_continue={has_files} />}>
      <ul class="choices">
        {acceptedKinds(state).map((doc_type) => (
          <li key={doc_type}>
            <Row
              is_card
              title={documentName(view, doc_type)}
              note={noteOf(view, doc_type)}
              icon={iconOf(view, doc_type)}
              onClick={() => dispatch({ type: 'choose_doc_type', doc_type })}
            />
          </li>
        ))}
      </ul>
    </Screen>
  );
}

/** Describes a kind of document: what it is, how many are needed, and how many were added. */
function noteOf(view: Named, kind: DocumentKind): string {
  const { state, words } = view;
  const rule = ruleOf(state, kind);
  const added = goodCount(state, kind);
  return [
    words[`doc_${wordsKey(view, kind)}_note`],
    ...(rule?.required === true ? [fill(words.doc_needed, { count: Math.max(1, rule.min ?? 1) })] : []),
    ...(added > 0 ? [fill(words.doc_added, { count: added })] : []),
  ].join(' · ');
}

function iconOf(view: Named, kind: DocumentKind): IconName {
  if (kind === 'insurance_home_policy' || kind === 'insurance_auto_policy') return 'shield';
  return wordsKey(view, kind) === 'bank_statement' ? 'bank' : 'paper';
}

export function Upload() {
  const view = useView();
  const { state, words } = view;
  const { doc_type, draft, sending, files, removing } = state.pursuit.documents;
  const kind = doc_type ?? 'other';
  const files_title = useRef<HTMLHeadingElement>(null);
  useFocusKept(files_title, [draft.length, sending.length, removing.length, files?.length, roomFor(state, kind) === 0]);
  return (
    <Screen
      title={words[`upload_title_${wordsKey(view, kind)}`]}
      lead={words.upload_lead}
      actions={<Actions has_continue />}
    >
      {draft.length === 0 ? <Chooser kind={kind} /> : <DraftPages />}
      <Files title={files_title} />
    </Screen>
  );
}

function Chooser({ kind }: { kind: DocumentKind }) {
  const { state, words, runtime } = useView();
  const is_full = roomFor(state, kind) === 0;
  const is_over = useDrop((files) => {
    if (!is_full) runtime.addFiles(files);
  });
  if (is_full) return <p class="hint">{fill(words.upload_max, { max: ruleOf(state, kind)?.max ?? 0 })}</p>;
  const { files, sending } = state.pursuit.documents;
  const has_files = (files?.length ?? 0) + sending.length > 0;
  return (
    <div class="drop" data-over={is_over}>
      <p class="drop-text">
        {words.upload_drop} <span class="hint">{words.upload_or}</span>
      </p>
      <FileButton is_camera icon="camera" label={words.upload_photo} onFiles={runtime.addFiles} />
      <FileButton
        icon="paper"
        label={has_files ? words.upload_another : words.upload_choose}
        onFiles={runtime.addFiles}
      />
    </div>
  );
}

/** The other options come last, so that they do not push Continue out of view. */
const Actions = ({ has_continue }: { has_continue: boolean }) => (
  <>
    {has_continue && <Continue />}
    <OtherWays />
  </>
);

/** The button Continue, with a hint about what is missing before it can be pressed. */
function Continue() {
  const view = useView();
  const { state, words, dispatch } = view;
  const obstacle = obstacleOf(state);
  return (
    <>
      <p class="fine" id="continue-hint" role="status">
        {hintOf(view)}
      </p>
      <Button
        is_disabled={obstacle !== null}
        is_busy={state.is_busy}
        described_by="continue-hint"
        onClick={() => dispatch({ type: 'finish_documents' })}
      >
        {words.continue}
      </Button>
    </>
  );
}

function hintOf(view: View): string {
  const { state, words } = view;
  const { files, sending } = state.pursuit.documents;
  const obstacle = obstacleOf(state);
  if (obstacle === null) return '';
  if (obstacle !== 'needed') return words[`upload_hint_${obstacle}`];
  const needed = stillNeeded(state);
  const is_first = (files?.length ?? 0) + sending.length === 0;
  if (needed.length === 0 || (is_first && needed.every(({ count }) => count === 1))) return words.upload_hint_first;
  const documents = needed.map(({ doc_type, count }) =>
    count === 1
      ? documentName(view, doc_type)
      : fill(words.upload_count, { document: documentName(view, doc_type), count }),
  );
  return fill(words.upload_hint_needed, { documents: documents.join(', ') });
}

function OtherWays() {
  const { state, words, dispatch } = useView();
  const has_types = state.screen.name === 'upload' && acceptedKinds(state).length > 1;
  const has_methods = (aimOf(state)?.methods.length ?? 0) > 1 || takesFiles(state);
  return (
    <div class="more">
      {has_types && (
        <Row title={words.upload_other_type} icon="paper" onClick={() => dispatch({ type: 'other_doc_type' })} />
      )}
      {has_methods && (
        <Row title={words.way_other_method} icon="swap" onClick={() => dispatch({ type: 'other_method' })} />
      )}
      <SkipRow />
      <LaterRow />
    </div>
  );
}

/**
 * Moves the focus when the focused button disappears. This happens after photos were sent, after a file was removed, or
 * if no more files can be added. The focus moves to the list of files, or to the title if there is no list.
 */
function useFocusKept(files_title: RefObject<HTMLElement | null>, changing: readonly unknown[]): void {
  const is_first = useRef(true);
  useEffect(() => {
    const is_lost = !is_first.current && document.activeElement === document.body;
    is_first.current = false;
    if (is_lost) (files_title.current ?? document.getElementById('title'))?.focus({ preventScroll: true });
  }, [...changing]);
}
