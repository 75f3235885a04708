import { describe, expect, test } from 'vitest';
import type { FileAnswer, FileQuestion, Session } from '../../shared/session.ts';
import { opened, play } from '../../testing/playing-documents.ts';
import { BANK, newOrder, newSession, newSuborder, newTask } from '../../testing/samples.ts';
import type { ChosenFile, Effect, Input, State } from './state.ts';
import { waysAround, waysOn } from './ways.ts';

const BANKS: Partial<Session> = { methods: ['financial_accounts', 'docs'], file_sources: ['financial_accounts'] };
const FILE: ChosenFile = { key: 'k1', filename: 'bank.csv', kind: 'unknown', size_bytes: 900 };
const chosen = (changes: Partial<ChosenFile> = {}): Input => ({
  type: 'bank_file_chosen',
  file: { ...FILE, ...changes },
});
const QUESTION: FileQuestion = {
  columns: {
    date: 0,
    description: 1,
    amount: 2,
    debit: null,
    credit: null,
    date_format: 'MM/DD/YYYY',
    decimal: '.',
    sign: 'credit_positive',
  },
  choices: [],
  date_formats: [],
  date_example: '03/04/2026',
  is_ambiguous: false,
  rows: [],
};
const answered = (answer: Partial<FileAnswer>): Input => ({
  type: 'file_answered',
  key: 'k1',
  answer: { question: null, task: null, ...answer },
});
const asked = (changes: Partial<FileQuestion> = {}): Input => answered({ question: { ...QUESTION, ...changes } });
const ofFiles = (changes = {}) =>
  newTask({ provider: { id: 'vouch_files', name: 'Imported files', logo_url: null }, ...changes });
const failed = (
  kind: 'offline' | 'invalid' | 'throttled',
  faults: { field: string; message: string }[] = [],
): Input => ({
  type: 'file_failed',
  key: 'k1',
  problem: { kind, message: '', retry_after_s: 0, faults },
});
const sent = (effects: readonly Effect[]) => effects.flatMap((effect) => (effect.do === 'send_file' ? [effect] : []));
const onFile = (...inputs: Input[]) => play([opened(newSession(BANKS)), { type: 'choose_file' }, ...inputs]);
const fileOf = ({ state }: { state: State }) => state.pursuit.file;

describe('sending a bank file', () => {
  test('a bank file is sent when it is chosen, and the widget follows its task without emitting LOGIN_COMPLETE', () => {
    const { state, effects, events } = onFile(
      chosen(),
      { type: 'file_progress', key: 'k1', share: 0.5 },
      answered({ task: ofFiles({ status: 'parse', is_logged_in: true }) }),
    );
    expect(sent(effects)).toEqual([
      { do: 'send_file', file: FILE, suborder_id: null, columns: null, is_confirmed: false },
    ]);
    expect(state.screen.name).toBe('working');
    expect(events).toEqual(['OPEN', 'PROVIDER_LIST', 'LINK_CREATED']);
    const { events: last, state: done } = play(
      [{ type: 'task', task: ofFiles({ status: 'done', is_final: true, public_token: 'public-1' }) }],
      state,
    );
    expect(last).toEqual(['SUCCESS', 'SUCCESS']);
    expect(done.screen.name).toBe('success');
  });

  test.each<[string, Partial<ChosenFile>]>([
    ['too_large', { size_bytes: 32 * 1_048_576 + 1 }],
    ['empty', { size_bytes: 0 }],
    ['document', { kind: 'pdf' }],
  ])('a bank file is not sent if it has the fault %s', (kind, changes) => {
    const played = onFile(chosen(changes));
    expect(sent(played.effects)).toEqual([]);
    expect(fileOf(played).fault).toEqual({ kind, message: '' });
  });

  test('a file of 32 MiB is sent', () => {
    expect(sent(onFile(chosen({ size_bytes: 32 * 1_048_576 })).effects)).toHaveLength(1);
  });

  test('a bank file that did not reach the server can be sent again; if the server cannot read a file, the widget keeps the server’s message', () => {
    const lost = onFile(chosen(), failed('offline'));
    expect(fileOf(lost)).toMatchObject({ share: null, fault: { kind: 'unsent' } });
    expect(sent(play([{ type: 'retry_file' }], lost.state).effects)).toHaveLength(1);
    const message = 'Line 3, column 5: the amount is not a number.';
    const refused = onFile(chosen(), failed('invalid', [{ field: 'content', message }]));
    expect(fileOf(refused).fault).toEqual({ kind: 'refused', message });
    expect(refused.state.screen.name).toBe('file');
  });

  test('the session is loaded again if the server reports a problem that is not about the bank file', () => {
    const { effects, state } = onFile(chosen(), failed('invalid', [{ field: 'suborder_id', message: 'x' }]));
    expect(effects.at(-1)).toEqual({ do: 'refresh' });
    expect(state.pursuit.file.share).toBeNull();
  });

  test('a bank file is dropped when the applicant goes back, and a late response has no effect', () => {
    const { state, effects } = onFile(chosen(), { type: 'back' });
    expect(effects.at(-1)).toEqual({ do: 'drop_file' });
    expect(play([asked()], state).state.screen.name).toBe('providers');
  });
});

describe('confirming the columns of a CSV file', () => {
  test('the columns of a CSV file are sent unchanged when the applicant confirms them', () => {
    const { effects, state } = onFile(chosen(), asked(), { type: 'confirm_columns' });
    expect(state.screen.name).toBe('file_columns');
    expect(sent(effects).at(-1)).toMatchObject({ columns: QUESTION.columns, is_confirmed: true });
  });

  test('if the date format is ambiguous, the columns cannot be confirmed until the applicant has chosen the date format', () => {
    const ambiguous = onFile(chosen(), asked({ is_ambiguous: true }), { type: 'confirm_columns' });
    expect(sent(ambiguous.effects)).toHaveLength(1);
    const { effects } = play(
      [{ type: 'correct_columns', columns: { date_format: 'DD/MM/YYYY' } }, asked(), { type: 'confirm_columns' }],
      ambiguous.state,
    );
    expect(sent(effects).map(({ is_confirmed }) => is_confirmed)).toEqual([false, true]);
    expect(sent(effects)[0]?.columns).toEqual({ ...QUESTION.columns, date_format: 'DD/MM/YYYY' });
  });

  test.each<[string, Extract<Input, { type: 'correct_columns' }>['columns'], string[]]>([
    ['the date', { date: 3 }, ['date_format']],
    ['the amount', { amount: 4, debit: null, credit: null }, ['decimal', 'sign']],
  ])(
    'if another column of a CSV file is chosen for %s, the formats of this column are guessed again',
    (_, columns, dropped) => {
      const { effects } = onFile(chosen(), asked(), { type: 'correct_columns', columns });
      const kept = Object.entries(QUESTION.columns).filter(([name]) => !dropped.includes(name));
      expect(sent(effects).at(-1)?.columns).toEqual({ ...Object.fromEntries(kept), ...columns });
    },
  );

  test('if the file cannot be read with a corrected column, all columns keep their previous values, and the corrected column is marked as the cause', () => {
    const played = onFile(chosen(), asked(), { type: 'correct_columns', columns: { date: 1 } });
    const refused = play([failed('invalid', [{ field: 'content', message: 'Line 2, column 1: x.' }])], played.state);
    expect(refused.state.screen.name).toBe('file_columns');
    expect(fileOf(refused)).toMatchObject({ question: QUESTION, fault: { kind: 'unfit', message: 'date' } });
  });

  test('the columns of a CSV file are forgotten when the applicant chooses another file', () => {
    const { state } = onFile(chosen(), asked(), { type: 'other_file' });
    expect([state.screen.name, state.pursuit.file.question]).toEqual(['file', null]);
    expect(state.trail.map(({ name }) => name)).toEqual(['providers', 'file']);
  });
});

describe('when bank files are offered', () => {
  const FILE_PROVIDER = { ...BANK, id: 'statement_upload', name: 'Statement upload', is_file: true, fields: [] };

  test('bank files are offered if the applicant chooses a provider of files, if such a provider is preselected, or if nothing else can be connected', () => {
    const screenOf = (session: Partial<Session>, ...inputs: Input[]) =>
      play([opened(newSession({ ...BANKS, ...session })), ...inputs]).state.screen.name;
    expect(screenOf({}, { type: 'choose_provider', provider: FILE_PROVIDER })).toBe('file');
    expect(screenOf({ preselected: { company: null, provider: FILE_PROVIDER } })).toBe('file');
    expect(screenOf({ methods: [] })).toBe('file');
    expect(screenOf({ methods: [], file_sources: [] })).toBe('methods');
  });

  test('bank files are offered after a failed task, and as an alternative to a provider that is down', () => {
    const down = { ...BANK, is_down: true };
    const { state } = play([opened(newSession(BANKS)), { type: 'choose_provider', provider: down }]);
    expect(waysAround(state)).toEqual(['other_provider', 'file', 'documents']);
    const task = newTask({
      status: 'unavailable',
      is_final: true,
      error: { error_code: 'UNAVAILABLE', error_message: '' },
    });
    expect(waysOn(play([{ type: 'started', task }], state).state)).toContain('file');
  });

  test('after a bank file that contained no data, a retry offers bank files again', () => {
    const error = { error_code: 'NO_DATA' as const, error_message: '' };
    const { state } = onFile(chosen(), answered({ task: ofFiles({ status: 'no_data', is_final: true, error }) }));
    expect(waysOn(state)).toEqual(['retry', 'documents', 'other_provider', 'later']);
    expect(play([{ type: 'retry' }], state).state.screen.name).toBe('file');
  });

  test('after a reload, bank files are offered for the same suborder', () => {
    const suborder = newSuborder({ methods: ['financial_accounts'], file_sources: ['financial_accounts'] });
    const session = newSession({ order: newOrder([suborder, newSuborder({ id: 'sub-2' })]) });
    const first = play([opened(session), { type: 'choose_suborder', suborder_id: 'sub-1' }, { type: 'choose_file' }]);
    const remembered = first.effects.findLast((effect) => effect.do === 'remember');
    const again = play([opened(session, remembered?.do === 'remember' ? remembered.place : null)]).state;
    expect([again.screen.name, again.pursuit.suborder_id]).toEqual(['file', 'sub-1']);
  });
});
