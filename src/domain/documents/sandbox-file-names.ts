// In the sandbox, a client can force an outcome through the name of an uploaded file.
import { configError, type FileError, noData } from './collection-files.ts';
import type { ReadOutcome } from './file-readings.ts';

export type Forced = ReadOutcome | { failed: FileError };

/** Returns the outcome that the name of a sandbox file forces; undefined if the file must be read. */
export function forcedOutcome(filename: string): Forced | undefined {
  if (filename.includes('unreadable')) return { unreadable: 'it is not readable' };
  if (filename.includes('config_error')) return { failed: configError('its type is not accepted for this request') };
  if (filename.includes('no_data')) return { failed: noData('income') };
  return undefined;
}

/** A sandbox file with `suspicious` in its name is read, and every document in it gets a strong sign of forgery. */
export function withForcedSignal<Read extends Extract<ReadOutcome, { reading: unknown }>>(
  filename: string,
  outcome: Read,
): Read {
  if (!filename.includes('suspicious')) return outcome;
  const documents = outcome.reading.documents.map((document) => ({
    ...document,
    fraud_signals: [
      ...document.fraud_signals,
      {
        code: 'edited_after_creation' as const,
        severity: 'high' as const,
        page: null,
        box: null,
        expected: null,
        actual: null,
        message: 'The name of this sandbox file asks for a suspicious document.',
      },
    ],
  }));
  return { ...outcome, reading: { ...outcome.reading, documents } };
}
