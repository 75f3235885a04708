// The logs of a whole test run. They come from every service that a test opens in its own process (`TestHouse`), and
// from every process that a test starts. After the run the logs are searched for data that must never be logged.
import { mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import type { RunStep } from '#connectors/conformance-play.ts';

const FOLDER = 'TEST_VOUCH_LOG_DIR';

/** Creates the log folder. Call it before the test threads start, so that they inherit the environment variable. */
export function collectLogs(): void {
  process.env[FOLDER] = mkdtempSync(join(tmpdir(), 'vouch-test-logs-'));
}

/** The log file of this thread stays open, because every request of a test writes a line. */
let log_file: number | undefined;

export const testLog = {
  write(text: string): void {
    const folder = process.env[FOLDER];
    if (folder === undefined) return;
    log_file ??= openSync(join(folder, `${process.pid}.log`), 'a');
    writeSync(log_file, text);
  },
};

/**
 * Data that no log may contain: access secrets, social security numbers, phone numbers, and everything that gives
 * access to a provider. A pattern matches all secrets of one form, or only the secrets of the simulators.
 */
const FORBIDDEN: Record<string, RegExp> = {
  'an access secret': /(?:sandbox|prod)-[0-9a-f]{40}/,
  'a social security number': /\b(?:9\d{2}-\d{2}-\d{4}|99191\d{4}|987654\d{3}|666-?38-?2548)\b/,
  'a phone number': /\+1\d{10}\b|\b415\D{0,2}555\D?01\d\d\b/,
  'a password in an address': /\b[a-z][a-z\d+.-]*:\/\/[^\s/:@"]*:[^\s/@"]+@/i,
  'a token of Plaid': /\b(?:access|public|link)-(?:sandbox|development|production)-[\da-f]{8}-[\da-f-]{27}/,
  // A setup token of SimpleFIN is a base64-encoded URL, at which the token is claimed.
  'an address in base64': /\baHR0c[\w+/=-]{30,}/,
  'a private key': /-----BEGIN [A-Z ]*PRIVATE KEY-----|"d\\*":\s*\\*"[\w-]{40,}/,
  'a signed token': /\beyJ[\w-]{10,}\.(?:eyJ[\w-]+)?\.[\w-]{20,}/,
  'a header with a secret': /\b(?:Basic|Bearer|DPoP) +[\w+/~.-]{12,}/i,
  'a secret of a simulator':
    /simulated-secret-|\b(?:plaid|argyle|finch)-simulator-(?:webhook-)?secret\b|ZmluY2gtc2ltdWxhdG9yLXdlYmhvb2st/,
  'a password of a simulated person': /\bharbor-[a-z-]+-1\b/,
};

export const forbiddenIn = (text: string): string[] =>
  Object.entries(FORBIDDEN).flatMap(([what, pattern]) => (pattern.test(text) ? [what] : []));

/**
 * Runs a step of a connector without the service. If the step throws an error, logs the error with its message and its
 * causes. The service itself never logs the messages of errors, but it stores them, and clients can read them.
 */
export const withLog =
  (run: RunStep): RunStep =>
  async (...step) => {
    try {
      return await run(...step);
    } catch (error) {
      testLog.write(`${inspect(error, { depth: 8 })}\n`);
      throw error;
    }
  };

/** Checks the logs of the test run. */
export function checkLogs(): void {
  const folder = process.env[FOLDER];
  if (folder !== undefined) checkFolder(folder);
}

/** Throws if a log in the folder contains forbidden data; the log files are then kept for inspection. */
export function checkFolder(folder: string): void {
  for (const file of readdirSync(folder)) {
    const found = forbiddenIn(readFileSync(join(folder, file), 'utf8'));
    if (found.length > 0) throw new Error(`${join(folder, file)} holds ${found.join(' and ')}`);
  }
  rmSync(folder, { recursive: true });
}
