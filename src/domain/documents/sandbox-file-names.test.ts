import { describe, expect, it } from 'vitest';
import { forcedOutcome, withForcedSignal } from './sandbox-file-names.ts';

describe('the name of a sandbox file', () => {
  it.each([
    ['my unreadable scan.pdf', { unreadable: 'it is not readable' }],
    [
      'config_error.pdf',
      {
        failed: {
          message: 'config_error',
          detail: 'The document could not be processed: its type is not accepted for this request.',
        },
      },
    ],
    ['stub-no_data.png', { failed: { message: 'no_data', detail: 'No income data was found in the document.' } }],
  ])('in the sandbox, a file with the name %s forces the outcome %j', (name, outcome) =>
    expect(forcedOutcome(name)).toEqual(outcome),
  );

  it('a file name forces no outcome if it contains none of the words unreadable, config_error and no_data', () => {
    expect(forcedOutcome('stub.pdf')).toBeUndefined();
    expect(forcedOutcome('suspicious.pdf')).toBeUndefined();
  });

  it('the word “suspicious” in a file name adds a strong sign of forgery to every document in the file', () => {
    const document = {
      document_type: 'OTHER' as const,
      subtype: null,
      pages: [1, 1] as [number, number],
      fields: {},
      tables: {},
      checks: [],
      fraud_signals: [],
    };
    const outcome = { reading: { mime_type: 'application/pdf', pages_count: 1, documents: [document] } };
    expect(withForcedSignal('stub.pdf', outcome)).toBe(outcome);
    expect(withForcedSignal('suspicious.pdf', outcome).reading.documents[0]?.fraud_signals).toMatchObject([
      { code: 'edited_after_creation', severity: 'high' },
    ]);
  });
});
