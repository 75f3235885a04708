// Simulates faults in the transmission of an answer: the answer is cut off in the middle, or sent a few bytes at a
// time.
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

type Whole = { status: number; headers: OutgoingHttpHeaders; content: Buffer };

/**
 * Closes the connection after `sent_bytes` bytes of the content. If `sent_bytes` is 0, the connection is closed before
 * any byte of the answer is sent.
 */
export async function breakOff(response: ServerResponse, whole: Whole, sent_bytes: number): Promise<void> {
  const sent = whole.content.subarray(0, sent_bytes);
  if (sent.length > 0) {
    writeHead(response, whole);
    await new Promise<void>((resolve) => {
      response.write(sent, () => resolve());
    });
  }
  response.destroy();
}

/**
 * Sends `step_bytes` bytes every `step_ms` milliseconds, until the content is sent or the client ends the connection.
 */
export async function drip(
  response: ServerResponse,
  whole: Whole,
  { step_bytes, step_ms }: { step_bytes: number; step_ms: number },
): Promise<void> {
  const { content } = whole;
  writeHead(response, whole);
  for (let at = 0; at < content.length && !response.destroyed; at += step_bytes) {
    response.write(content.subarray(at, at + step_bytes));
    await wait(step_ms);
  }
  response.end();
}

const writeHead = (response: ServerResponse, { status, headers, content }: Whole): void => {
  response.writeHead(status, { ...headers, 'content-length': content.length });
};
