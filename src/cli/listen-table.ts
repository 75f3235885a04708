// The table of `vouch listen`. Each forwarded event stays as a row. Below the rows are one or two live lines: the event
// being sent (if any), and the status. The live lines are redrawn on every change.
import type { LoggedEvent } from './api-client.ts';
import { fill, fit, harmless, widthOf } from './columns.ts';
import { subjectOf } from './event-text.ts';
import type { View } from './listen.ts';
import {
  describeFailed,
  describeFailure,
  describeSkipped,
  describeSummary,
  describeTrouble,
  number,
  type Opening,
  type Screen,
} from './listen-screen.ts';

const TIME = 8;
/** The width of the event column: the length of the longest event type. */
const EVENT = 23;
const ANSWER = 10;
const MS = 6;
const GAP = '  ';
/**
 * The minimum width of the subject column. The column also gets all width that the other columns do not use. In a
 * terminal of 80 columns, the subject column has room for every status and the start of an id.
 */
const SUBJECT_MIN = 10;
const SHORT_ID = 8;
const COLUMNS_DEFAULT = 80;
const ESCAPE = '\u001B';

/** ANSI codes that start and end each style. */
const STYLES = { green: [32, 39], red: [31, 39], yellow: [33, 39], dim: [2, 22] } as const;
type Style = keyof typeof STYLES;

export function openTable(screen: Screen, opening: Opening, color: boolean): View {
  const draw = openLiveLines(screen);
  const paint = (style: Style, text: string) => {
    const [begin, end] = STYLES[style];
    return color ? `${ESCAPE}[${begin}m${text}${ESCAPE}[${end}m` : text;
  };
  // Lines leave the last column empty, because a full line wraps on some terminals and would be redrawn in the wrong
  // place. A terminal of unknown width reports 0 columns.
  const width = () => (screen.columns || COLUMNS_DEFAULT) - 1;
  const tally = { forwarded: 0, failed: 0, behind: 0 };
  const standing = (style: Style, text: string): string => {
    const failed = tally.failed > 0 ? [describeFailed(tally.failed)] : [];
    const behind = tally.behind > 0 ? [`${number(tally.behind)} waiting`] : [];
    const line = [text, `${number(tally.forwarded)} forwarded`, ...failed, ...behind].join(' · ');
    return `${paint(style, '●')} ${fit(line, width() - 2)}`;
  };
  const waiting = () => standing('green', 'waiting for events, Ctrl-C to stop');
  const row = (event: LoggedEvent, answer: string, style: Style, duration = '') => {
    const kind = harmless(event.event_type);
    const parts = partsOf([timeOf(event), kind, subjectOf(event, SHORT_ID), answer, duration], width());
    const line = parts.join('');
    const [before, cell, after] = parts;
    return widthOf(line) > width() ? fit(line, width()) : `${before}${paint(style, cell)}${after}`;
  };
  return {
    skipped: (count) => draw([], [standing('yellow', describeSkipped(count))]),
    ready: () =>
      draw([...headingOf(opening), '', paint('dim', fit(partsOf(HEADER, width()).join(''), width()))], [waiting()]),
    sending: (event, count) => {
      tally.behind = count - 1;
      draw([], [row(event, '…', 'dim'), standing('green', 'sending')]);
    },
    tried: (event, attempt) => {
      const tries = attempt.attempt > 1 ? ` try ${attempt.attempt}` : '';
      const answer = `${attempt.status_code ?? '—'}${tries}`;
      const duration = number(attempt.duration_ms);
      if (attempt.retry_in_ms === null) {
        tally.forwarded += 1;
        draw([row(event, answer, 'green', duration)], [tally.behind > 0 ? standing('green', 'sending') : waiting()]);
      } else {
        tally.failed += 1;
        draw([], [row(event, answer, 'red', duration), standing('red', describeFailure(attempt))]);
      }
    },
    trouble: (message, retry_in_ms) => draw([], [standing('red', describeTrouble(message, retry_in_ms))]),
    recovered: () => draw([], [waiting()]),
    idle: () => {
      tally.behind = 0;
      draw([], [waiting()]);
    },
    ended: (summary) => draw(['', describeSummary(summary, opening.forward_to)], []),
  };
}

const HEADER = ['TIME', 'EVENT', 'SUBJECT', 'ANSWER', 'MS'];

const headingOf = ({ url, environment, forward_to, signing_secret }: Opening): string[] => [
  `Vouch           ${url} (${environment})`,
  `forwards to     ${forward_to}`,
  `signing secret  ${signing_secret}`,
];

/**
 * Splits the line into three parts, so that the colour codes of the response cell are not counted as part of the width.
 */
function partsOf([time = '', event = '', subject = '', answer = '', ms = '']: string[], width: number) {
  const subject_width = Math.max(SUBJECT_MIN, width - TIME - EVENT - ANSWER - MS - 4 * GAP.length);
  const before = [fill(time, TIME), fill(event, EVENT), fill(subject, subject_width), ''].join(GAP);
  return [before, fill(answer, ANSWER), `${GAP}${ms.padStart(MS)}`] as const;
}

/**
 * The time of day on the client's clock, which may differ from this machine's clock because the sandbox has its own
 * clock.
 */
const timeOf = ({ created_at }: LoggedEvent): string => harmless(created_at.slice(11, 19));

/**
 * Returns a function that erases the previous live lines, writes permanent lines in their place, and then writes the
 * new live lines.
 */
function openLiveLines(screen: Screen): (lasting: string[], live: string[]) => void {
  let drawn = 0;
  return (lasting, live) => {
    const back = drawn > 1 ? `\r${ESCAPE}[${drawn - 1}A` : '\r';
    const kept = lasting.map((line) => `${line}\n`).join('');
    screen.write(`${back}${ESCAPE}[J${kept}${live.join('\n')}`);
    drawn = live.length;
  };
}
