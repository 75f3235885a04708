// The screens on which the applicant sends a bank file: choosing the file, and confirming how a CSV file is read.
import { useEffect, useRef } from 'preact/hooks';
import { Button, Notice, Row } from '../../shared/parts/basics.tsx';
import { Choices } from '../../shared/parts/fields.tsx';
import type { FileQuestion } from '../../shared/session.ts';
import { fill, showDay, showMoney } from '../../shared/words.ts';
import { aimOf } from '../machine/moves.ts';
import type { BankFileFault } from '../machine/state.ts';
import { Screen, useSession, useView, type View } from '../view.tsx';
import { LaterRow, SkipRow } from './choosing.tsx';
import { FileButton, useDrop } from './file-button.tsx';
import { Corrections, unfit } from './file-columns.tsx';
import { refusalText } from './file-faults.ts';
import { fileKindOf, formatsOf } from './file-names.ts';
import { FileRow, type Shown, useNews } from './uploaded-files.tsx';

/**
 * The files that the file dialog offers. Some systems recognise these formats only by their extension. Other systems
 * offer only files with a known type, so all types are allowed, too.
 */
const TAKES = {
  accept: '.csv,.tsv,.txt,.ofx,.qfx,.qbo,.xml,.sta,.mt940,.940,.bai,.bai2,.ach,text/csv,text/plain,application/xml,*/*',
  multiple: false,
};

export function BankFile() {
  const view = useView();
  const { state, words, runtime, dispatch } = view;
  const { chosen, share, fault } = state.pursuit.file;
  const kind = fileKindOf(state);
  const is_sending = share !== null;
  const shown = chosen === null ? [] : [shownFile(view)];
  const news = useNews(shown);
  const add = ([file]: readonly File[]): void => {
    if (file !== undefined && !is_sending) runtime.addBankFile(file);
  };
  const is_over = useDrop(add);
  const title = useFocusKept(is_sending);
  return (
    <Screen
      title={words[kind?.title ?? 'file_title']}
      lead={words[kind?.lead ?? 'file_lead']}
      actions={<OtherWays is_document={fault?.kind === 'document'} />}
    >
      {shown.length > 0 && (
        <section class="files" aria-labelledby="files-title">
          <h2 id="files-title" tabIndex={-1} ref={title}>
            {words.file_yours}
          </h2>
          <ul class="parts">
            {shown.map((file) => (
              <FileRow
                key={file.key}
                file={file}
                onRetry={() => dispatch({ type: 'retry_file' })}
                onDrop={() => dispatch({ type: 'other_file' })}
              />
            ))}
          </ul>
        </section>
      )}
      {!is_sending && (
        <div class="drop" data-over={is_over}>
          <p class="drop-text">
            {words.file_drop} <span class="hint">{words.upload_or}</span>
          </p>
          <FileButton
            kind={chosen === null ? 'main' : 'second'}
            icon="paper"
            label={chosen === null ? words.file_choose : words.file_other}
            takes={TAKES}
            onFiles={add}
          />
        </div>
      )}
      <p class="fine">{fill(words.file_kinds, { kinds: formatsOf(state) })}</p>
      <p class="only-heard" role="status">
        {news}
      </p>
    </Screen>
  );
}

function shownFile(view: View): Shown {
  const { words, state } = view;
  const { chosen, share, fault } = state.pursuit.file;
  const base = { key: chosen?.key ?? '', filename: chosen?.filename ?? '' };
  if (fault?.kind === 'unsent') {
    const advice = words.upload_unsent_text;
    return { ...base, look: 'bad', status: words.upload_unsent, advice, can_retry: true, can_drop: true };
  }
  if (fault !== null) return { ...base, look: 'bad', status: words.upload_bad, advice: adviceFor(view, fault) };
  if (share === null || share === 1) return { ...base, look: 'busy', status: words.file_reading };
  return { ...base, look: 'busy', status: fill(words.upload_sending, { percent: Math.round(share * 100) }), share };
}

function adviceFor({ words, state }: View, { kind, message }: BankFileFault): string {
  if (kind === 'unsent') return words.upload_unsent_text;
  if (kind === 'unfit') return words.columns_bad;
  if (kind === 'refused') return refusalText(words, message, formatsOf(state));
  if (kind === 'document' && takesDocuments(state)) {
    return fill(words.file_bad_document_way, { way: words.method_docs });
  }
  return words[`file_bad_${kind}`];
}

const takesDocuments = (state: View['state']): boolean => aimOf(state)?.methods.includes('docs') === true;

function OtherWays({ is_document }: { is_document: boolean }) {
  const { state, words, dispatch } = useView();
  const { update } = useSession();
  return (
    <div class="more">
      {is_document && takesDocuments(state) && (
        <Row
          title={words.method_docs}
          icon="paper"
          onClick={() => dispatch({ type: 'choose_method', method: 'docs' })}
        />
      )}
      {update === null && (aimOf(state)?.methods.length ?? 0) > 0 && (
        <Row title={words.way_other_method} icon="swap" onClick={() => dispatch({ type: 'other_method' })} />
      )}
      <SkipRow />
      <LaterRow />
    </div>
  );
}

/** When sending begins or ends, the focused button disappears. The focus then moves to the heading above the file. */
function useFocusKept(is_sending: boolean) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) title.current?.focus({ preventScroll: true });
  }, [is_sending]);
  return title;
}

export function BankFileColumns() {
  const view = useView();
  const { state, words, dispatch } = view;
  const { question, share, fault, chosen } = state.pursuit.file;
  if (question === null) return null;
  const is_busy = share !== null;
  return (
    <Screen
      title={words.columns_title}
      lead={words.columns_lead}
      actions={
        <>
          {question.is_ambiguous && (
            <p class="fine" id="columns-hint">
              {words.columns_dates_first}
            </p>
          )}
          <Button
            is_busy={is_busy}
            is_disabled={question.is_ambiguous}
            {...(question.is_ambiguous && { described_by: 'columns-hint' })}
            onClick={() => dispatch({ type: 'confirm_columns' })}
          >
            {words.columns_confirm}
          </Button>
          <Button kind="quiet" onClick={() => dispatch({ type: 'other_file' })}>
            {words.file_other}
          </Button>
        </>
      }
    >
      {fault !== null && fault.kind !== 'unfit' && (
        <Notice>
          <p>{adviceFor(view, fault)}</p>
        </Notice>
      )}
      <Dates question={question} />
      <section class="read-rows" aria-labelledby="rows-title" aria-busy={is_busy}>
        <h2 id="rows-title">
          {words.columns_rows} <bdi class="hint">{chosen?.filename}</bdi>
        </h2>
        <ul>
          {question.rows.map((row, at) => (
            <ReadRow row={question.is_ambiguous ? { ...row, date: '' } : row} key={at} />
          ))}
        </ul>
      </section>
      <Corrections question={question} />
    </Screen>
  );
}

/**
 * If it is unclear whether the day or the month comes first in the file's dates, asks the applicant which date an
 * example from the file means.
 */
function Dates({ question }: { question: FileQuestion }) {
  const view = useView();
  const { state, words, dispatch } = view;
  const { date_formats, date_example, is_ambiguous, columns } = question;
  const chosen = state.pursuit.file.correction?.date_format;
  if (date_formats.length < 2) return null;
  return (
    <Choices
      name="date_format"
      label={fill(words.columns_dates, { example: date_example })}
      options={date_formats.map(({ format, date }) => ({
        value: format,
        label: date === null ? format : showDay(words.locale, date),
      }))}
      value={chosen ?? (is_ambiguous ? undefined : columns.date_format)}
      fault={unfit(view, 'date_format')}
      onChange={(date_format) => dispatch({ type: 'correct_columns', columns: { date_format } })}
    />
  );
}

/**
 * Shows one row of the file. The date is left out if it is ambiguous, and also for a pending transaction, which has no
 * date.
 */
function ReadRow({ row: { date, description, amount } }: { row: FileQuestion['rows'][number] }) {
  const { words } = useView();
  const is_out = amount.startsWith('-');
  return (
    <li>
      <span class="read-date">
        {date === null ? words.columns_pending : date !== '' && showDay(words.locale, date)}
      </span>
      <bdi class="read-text">{description}</bdi>
      <span class="read-amount" data-out={is_out}>
        {showMoney(amount).replace('$', '').replace('-', '−')}
        <span class="hint">{is_out ? words.columns_out : words.columns_in}</span>
      </span>
    </li>
  );
}
