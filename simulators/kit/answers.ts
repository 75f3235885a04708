// Sends answers. Faults may change the data or the bytes of an answer.
import type { ServerResponse } from 'node:http';
import { breakOff, drip } from './broken-sending.ts';
import { applyDrift, type Drift } from './drift.ts';
import type { FaultRule } from './faults.ts';
import type { Random } from './random.ts';

export type Answer = {
  status: number;
  headers?: Readonly<Record<string, string>>;
  json?: unknown;
  text?: string;
  html?: string;
  bytes?: { type: string; content: Buffer };
};

export async function writeWithFault(
  response: ServerResponse,
  answer: Answer,
  now: Date,
  rule: FaultRule | undefined,
  drift: Drift,
  random: Random,
): Promise<void> {
  if (rule === undefined) {
    write(response, answer, now);
    return;
  }
  const changed =
    answer.json === undefined || answer.status >= 400
      ? answer
      : { ...answer, json: applyDrift(answer.json, rule, drift, random) };
  const { type, content } = contentOf(changed);
  const head = { ...headersOf(changed, now), 'content-type': type };
  const whole = { status: answer.status, headers: head, content };
  switch (rule.fault) {
    case 'truncated_body': {
      const half = content.subarray(0, Math.floor(content.length / 2));
      response.writeHead(answer.status, { ...head, 'content-length': half.length }).end(half);
      return;
    }
    case 'connection_ended':
      await breakOff(response, whole, rule.amount ?? 0);
      return;
    case 'slow_bytes':
      await drip(response, whole, { step_bytes: 1, step_ms: rule.amount ?? 5 });
      return;
    case 'wrong_content_type': {
      const page = Buffer.from('<!doctype html><title>Maintenance</title><p>We will be back soon.</p>');
      response
        .writeHead(answer.status, {
          ...head,
          'content-type': 'text/html; charset=utf-8',
          'content-length': page.length,
        })
        .end(page);
      return;
    }
    default:
      write(response, changed, now);
  }
}

export function write(response: ServerResponse, answer: Answer, now: Date): void {
  if (answer.status === 204) {
    response.writeHead(204, headersOf(answer, now)).end();
    return;
  }
  const { type, content } = contentOf(answer);
  response
    .writeHead(answer.status, { ...headersOf(answer, now), 'content-type': type, 'content-length': content.length })
    .end(content);
}

const headersOf = (answer: Answer, now: Date): Record<string, string> => ({
  date: now.toUTCString(),
  'cache-control': 'no-store',
  ...answer.headers,
});

function contentOf(answer: Answer): { type: string; content: Buffer } {
  if (answer.bytes !== undefined) return answer.bytes;
  if (answer.html !== undefined) return { type: 'text/html; charset=utf-8', content: Buffer.from(answer.html) };
  if (answer.text !== undefined) return { type: 'text/plain; charset=utf-8', content: Buffer.from(answer.text) };
  if (answer.json === undefined) return { type: 'text/plain', content: Buffer.alloc(0) };
  return { type: 'application/json', content: Buffer.from(JSON.stringify(answer.json)) };
}
