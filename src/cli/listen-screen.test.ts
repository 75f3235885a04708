import { describe, expect, test } from 'vitest';
import type { LoggedEvent } from './api-client.ts';
import type { Attempt, Summary, View } from './listen.ts';
import { openJsonLines, openLines, type Screen } from './listen-screen.ts';
import { openTable } from './listen-table.ts';

const OPENING = {
  url: 'http://127.0.0.1:8080',
  environment: 'sandbox',
  forward_to: 'http://localhost:3000/hook',
  signing_secret: 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=',
};
const TAKEN: Attempt = { attempt: 1, status_code: 204, error_message: null, duration_ms: 12, retry_in_ms: null };
const DOWN: Attempt = {
  attempt: 1,
  status_code: null,
  error_message: 'connection refused',
  duration_ms: 3,
  retry_in_ms: 1_000,
};
const ESCAPE = '\u001B';
const SUMMARY: Summary = { forwarded: 2, failed_attempts: 1, waiting: 0, last_cursor: '8' };

const event = (event_type: string, more: Record<string, unknown>): LoggedEvent => ({
  cursor: '7',
  event_type,
  created_at: '2026-03-01T12:00:03Z',
  payload: { webhook_id: '0c9e'.repeat(8), ...more },
  body: '',
});
const task = event('task-status-updated', { status: 'done', task_id: '77aa12bc'.repeat(4), tracking_info: 'loan-17' });
const link = event('certification-completed', { order_id: 'be31aa09'.repeat(4) });

/** Calls the view's functions as in a session with two events. The first attempt to send the second event fails. */
function playSteps(
  view: View,
  ...steps: ('skip' | 'ready' | 'first' | 'down' | 'second' | 'away' | 'back' | 'idle' | 'end')[]
): void {
  for (const step of steps) {
    if (step === 'skip') view.skipped(12_500);
    if (step === 'ready') view.ready();
    if (step === 'first' || step === 'down' || step === 'second') view.sending(step === 'first' ? task : link, 2);
    if (step === 'first') view.tried(task, TAKEN);
    if (step === 'down') view.tried(link, DOWN);
    if (step === 'second') view.tried(link, { ...TAKEN, attempt: 2, duration_ms: 1_204 });
    if (step === 'away') view.trouble('http://127.0.0.1:8080 cannot be reached (connection refused)', 4_000);
    if (step === 'back') view.recovered();
    if (step === 'idle') view.idle();
    if (step === 'end') view.ended(SUMMARY);
  }
}

const STORY = ['skip', 'ready', 'first', 'down', 'second', 'idle', 'away', 'back', 'end'] as const;

function fakeScreen(columns?: number): { screen: Screen; text(): string } {
  let text = '';
  return {
    screen: { ...(columns === undefined ? {} : { columns }), write: (more) => void (text += more) },
    text: () => text,
  };
}

describe('the plain output of vouch listen', () => {
  test('the plain output shows every step, with full ids', () => {
    const { screen, text } = fakeScreen();
    playSteps(openLines(screen, OPENING), ...STORY);
    expect(text().split('\n')).toEqual([
      'catching up: skipping 12,500 older events',
      'forwarding the sandbox events of http://127.0.0.1:8080 to http://localhost:3000/hook',
      'signing secret whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=',
      `2026-03-01T12:00:03Z  task-status-updated  done task ${'77aa12bc'.repeat(4)} loan-17  204  12 ms`,
      `2026-03-01T12:00:03Z  certification-completed  order ${'be31aa09'.repeat(4)}  connection refused, try 2 in 1 s`,
      `2026-03-01T12:00:03Z  certification-completed  order ${'be31aa09'.repeat(4)}  204  1204 ms  try 2`,
      'http://127.0.0.1:8080 cannot be reached (connection refused), retrying in 4 s',
      'http://127.0.0.1:8080 is responding again',
      '2 events forwarded to http://localhost:3000/hook; 1 try failed.',
      '',
    ]);
  });

  test('the plain output ends with a summary that gives the number of waiting events and the command-line option that continues with these events', () => {
    const { screen, text } = fakeScreen();
    const view = openLines(screen, OPENING);
    view.ended({ forwarded: 1, failed_attempts: 0, waiting: 2, last_cursor: '8' });
    view.ended({ forwarded: 0, failed_attempts: 2, waiting: 1, last_cursor: null });
    expect(text().split('\n')).toEqual([
      '1 event forwarded to http://localhost:3000/hook.',
      '2 are still waiting: continue with --after 8.',
      '0 events forwarded to http://localhost:3000/hook; 2 tries failed.',
      '1 is still waiting: continue with --from-start.',
      '',
    ]);
  });
});

test('the JSON output of vouch listen has one object per line', () => {
  const { screen, text } = fakeScreen();
  playSteps(openJsonLines(screen, OPENING), ...STORY);
  const lines = text().trimEnd().split('\n');
  const about = { cursor: '7', webhook_id: '0c9e'.repeat(8), created_at: '2026-03-01T12:00:03Z' };
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { type: 'skipped', count: 12_500 },
    { type: 'listening', ...OPENING },
    { type: 'attempt', ...about, event_type: 'task-status-updated', ...TAKEN },
    { type: 'attempt', ...about, event_type: 'certification-completed', ...DOWN },
    { type: 'attempt', ...about, event_type: 'certification-completed', ...TAKEN, attempt: 2, duration_ms: 1_204 },
    { type: 'trouble', message: 'http://127.0.0.1:8080 cannot be reached (connection refused)', retry_in_ms: 4_000 },
    { type: 'recovered' },
    { type: 'summary', ...SUMMARY },
  ]);
});

/** The lines that a terminal would show; only the control sequences that we use are interpreted. */
function shownBy(text: string): string[] {
  const lines = [''];
  let line = 0;
  for (const [token] of text.matchAll(/\p{Cc}\[\d*[A-Zm]|\r|\n|[^\p{Cc}]+/gu)) {
    const up = /^.\[(\d+)A$/u.exec(token)?.[1];
    if (token.startsWith(ESCAPE) && token.endsWith('m')) continue;
    if (up !== undefined) line -= Number(up);
    else if (token === `${ESCAPE}[J`) lines.splice(line, lines.length, '');
    else if (token === '\n') lines.splice(++line, 0, '');
    else if (token !== '\r') lines[line] += token;
  }
  return lines;
}

describe('the table of vouch listen', () => {
  const screenAfter = (columns: number, ...steps: Parameters<typeof playSteps>[1][]) => {
    const { screen, text } = fakeScreen(columns);
    playSteps(openTable(screen, OPENING, false), ...steps);
    return shownBy(text());
  };
  const HEADING = [
    'Vouch           http://127.0.0.1:8080 (sandbox)',
    'forwards to     http://localhost:3000/hook',
    'signing secret  whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=',
    '',
    'TIME      EVENT                    SUBJECT                   ANSWER          MS',
  ];
  const FIRST = '12:00:03  task-status-updated      done task 77aa12bc loan…  204             12';

  test('the table keeps each accepted event as a row; the event being sent and the status line are shown below these rows', () => {
    expect(screenAfter(80, 'skip')).toEqual(['● catching up: skipping 12,500 older events · 0 forwarded']);
    expect(screenAfter(80, 'skip', 'ready')).toEqual([
      ...HEADING,
      '● waiting for events, Ctrl-C to stop · 0 forwarded',
    ]);
    expect(screenAfter(80, 'ready', 'first', 'down')).toEqual([
      ...HEADING,
      FIRST,
      '12:00:03  certification-completed  order be31aa09            —                3',
      '● connection refused, try 2 in 1 s · 1 forwarded · 1 try failed · 1 waiting',
    ]);
    expect(screenAfter(80, 'ready', 'first', 'down', 'second', 'idle')).toEqual([
      ...HEADING,
      FIRST,
      '12:00:03  certification-completed  order be31aa09            204 try 2    1,204',
      '● waiting for events, Ctrl-C to stop · 2 forwarded · 1 try failed',
    ]);
  });

  test('the status line shows that the service is unreachable, until the service responds again', () => {
    const away = '● http://127.0.0.1:8080 cannot be reached (connection refused), retrying in 4 s · 0 …';
    expect(screenAfter(86, 'ready', 'away').at(-1)).toBe(away);
    expect(screenAfter(80, 'ready', 'away', 'back').at(-1)).toBe('● waiting for events, Ctrl-C to stop · 0 forwarded');
  });

  test('the table ends with the rows and the summary, without the status line', () => {
    expect(screenAfter(80, ...STORY)).toEqual([
      ...HEADING,
      FIRST,
      '12:00:03  certification-completed  order be31aa09            204 try 2    1,204',
      '',
      '2 events forwarded to http://localhost:3000/hook; 1 try failed.',
      '',
    ]);
  });

  test('the table is 80 columns wide if the terminal reports a width of 0', () => {
    expect(screenAfter(0, 'ready', 'first')).toEqual(screenAfter(80, 'ready', 'first'));
  });

  test('the table shows more of the subject on a wide terminal, and never wraps on a narrow terminal', () => {
    expect(screenAfter(90, 'ready', 'first')).toContain(
      '12:00:03  task-status-updated      done task 77aa12bc loan-17          204             12',
    );
    for (const columns of [79, 64, 30, 3]) {
      const drawn = screenAfter(columns, 'ready', 'first', 'down', 'away').slice(HEADING.length - 1);
      expect(Math.max(...drawn.map(({ length }) => length)), `${columns} columns`).toBeLessThan(columns);
    }
  });

  test('the table colours the response, and the colour codes do not change the width', () => {
    const { screen, text } = fakeScreen(80);
    playSteps(openTable(screen, OPENING, true), 'ready', 'first', 'down');
    expect(text()).toContain(`${ESCAPE}[32m204       ${ESCAPE}[39m      12`);
    expect(text()).toContain(`${ESCAPE}[31m—         ${ESCAPE}[39m       3`);
    expect(shownBy(text())).toEqual(screenAfter(80, 'ready', 'first', 'down'));
  });

  test('the table replaces control characters in text from a client', () => {
    const { screen, text } = fakeScreen(120);
    const view = openTable(screen, OPENING, false);
    view.sending(event('link-connected', { tracking_info: 'a\u001B[2J\nb' }), 1);
    expect(text()).toContain('a [2J b');
  });
});
