// The logs of a whole test run. They come from every service that a test opens in its own process (`TestHouse`), and
// from every process that a test starts. After the run the logs are searched for data that must never be logged.
import { mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

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

/** Data that no log may contain: access secrets, social security numbers, phone numbers, passwords in database URLs. */
const FORBIDDEN: Record<string, RegExp> = {
  'an access secret': /(?:sandbox|prod)-[0-9a-f]{40}/,
  'a social security number': /\b(?:9\d{2}-\d{2}-\d{4}|99191\d{4}|987654\d{3}|666-?38-?2548)\b/,
  'a phone number': /\+1\d{10}\b|\b415\D{0,2}555\D?01\d\d\b/,
  'a password in an address': /postgres(?:ql)?:\/\/[^\s:@]+:[^\s@]+@/,
};

export const forbiddenIn = (text: string): string[] =>
  Object.entries(FORBIDDEN).flatMap(([what, pattern]) => (pattern.test(text) ? [what] : []));

/** Throws if a collected log contains forbidden data; the log files are then kept for inspection. */
export function checkLogs(): void {
  const folder = process.env[FOLDER];
  if (folder === undefined) return;
  for (const file of readdirSync(folder)) {
    const found = forbiddenIn(readFileSync(join(folder, file), 'utf8'));
    if (found.length > 0) throw new Error(`${join(folder, file)} holds ${found.join(' and ')}`);
  }
  rmSync(folder, { recursive: true });
}
