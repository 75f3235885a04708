// The output of `vouch listen` if stdout is not a terminal: plain lines for logs, JSON for programs. This file also has
// the phrases that these lines share with the table in a terminal.
import { subjectOf } from './event-text.ts';
import type { Attempt, Summary, View } from './listen.ts';

export type Screen = { readonly isTTY?: boolean; readonly columns?: number; write(text: string): unknown };

/** The facts that `vouch listen` prints when it starts. */
export type Opening = { url: string; environment: string; forward_to: string; signing_secret: string };

/** Prints one JSON object per line. The object's `type` identifies what the line describes. */
export function openJsonLines(screen: Screen, opening: Opening): View {
  const say = (type: string, value: object) => void screen.write(`${JSON.stringify({ type, ...value })}\n`);
  return {
    skipped: (count) => say('skipped', { count }),
    ready: () => say('listening', opening),
    sending: () => undefined,
    tried: ({ cursor, event_type, created_at, payload }, attempt) =>
      say('attempt', { cursor, webhook_id: payload.webhook_id, event_type, created_at, ...attempt }),
    trouble: (message, retry_in_ms) => say('trouble', { message, retry_in_ms }),
    recovered: () => say('recovered', {}),
    idle: () => undefined,
    ended: (summary) => say('summary', summary),
  };
}

export function openLines(screen: Screen, { url, environment, forward_to, signing_secret }: Opening): View {
  const say = (line: string) => void screen.write(`${line}\n`);
  return {
    skipped: (count) => say(describeSkipped(count)),
    ready: () => {
      say(`forwarding the ${environment} events of ${url} to ${forward_to}`);
      say(`signing secret ${signing_secret}`);
    },
    sending: () => undefined,
    tried: (event, attempt) =>
      say([event.created_at, event.event_type, subjectOf(event), ...outcomeOf(attempt)].join('  ')),
    trouble: (message, retry_in_ms) => say(describeTrouble(message, retry_in_ms)),
    recovered: () => say(`${url} is responding again`),
    idle: () => undefined,
    ended: (summary) => say(describeSummary(summary, forward_to)),
  };
}

function outcomeOf(attempt: Attempt): string[] {
  const { status_code, duration_ms, retry_in_ms } = attempt;
  if (retry_in_ms !== null) return [describeFailure(attempt)];
  return [`${status_code}`, `${duration_ms} ms`, ...(attempt.attempt > 1 ? [`try ${attempt.attempt}`] : [])];
}

export function describeFailure({ attempt, status_code, error_message, retry_in_ms }: Attempt): string {
  const answer = status_code === null ? error_message : `answered ${status_code}`;
  return `${answer}, try ${attempt + 1} in ${seconds(retry_in_ms ?? 0)}`;
}

export const describeTrouble = (message: string, retry_in_ms: number): string =>
  `${message}, retrying in ${seconds(retry_in_ms)}`;

export const describeSkipped = (count: number): string => `catching up: skipping ${number(count)} older events`;

export function describeSummary({ forwarded, failed_attempts, waiting, last_cursor }: Summary, forward_to: string) {
  const failed = failed_attempts === 0 ? '' : `; ${describeFailed(failed_attempts)}`;
  const done = `${number(forwarded)} ${plural(forwarded, 'event', 'events')} forwarded to ${forward_to}${failed}.`;
  if (waiting === 0) return done;
  const onward = last_cursor === null ? '--from-start' : `--after ${last_cursor}`;
  return `${done}\n${number(waiting)} ${plural(waiting, 'is', 'are')} still waiting: continue with ${onward}.`;
}

export const describeFailed = (count: number): string => `${number(count)} ${plural(count, 'try', 'tries')} failed`;

export const number = (value: number): string => value.toLocaleString('en-US');

const seconds = (ms: number): string => `${Math.ceil(ms / 1000)} s`;

const plural = (count: number, one: string, several: string): string => (count === 1 ? one : several);
