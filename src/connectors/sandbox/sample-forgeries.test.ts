import { describe, expect, test } from 'vitest';
import { chainSignals } from '#analysis/documents/fraud/chains.ts';
import { readDocuments } from '#analysis/documents/read.ts';
import { areSuspicious } from '#domain/documents/fraud-signals.ts';
import { SAMPLE_KINDS, type SampleKind, type Tamper } from '#domain/sandbox/sandbox-documents.ts';
import { readPdf } from '#reading/pdf.ts';
import { signalsIn } from '#test/fraud.ts';
import { sampleDocument } from './sample-documents.ts';

const TODAY = '2026-03-04';

const usernameOf = (kind: SampleKind) => (kind === 'bank_statement' ? 'checking' : 'goodlogin');

async function sample(kind: SampleKind, tamper: Tamper, index = 0, username = usernameOf(kind)): Promise<Buffer> {
  const bytes = await sampleDocument({ kind, username, index, tamper, first_login_date: TODAY, today: TODAY });
  if (bytes === undefined) throw new Error('no such sample');
  return bytes;
}

const isFlagged = async (kind: SampleKind, tamper: Tamper) =>
  areSuspicious(await signalsIn(await sample(kind, tamper)));

describe('sample documents', () => {
  test.each(SAMPLE_KINDS)(
    'the sample document %s without tampering has no sign of alteration of medium or high severity',
    async (kind) => {
      expect((await signalsIn(await sample(kind, 'none'))).filter(({ severity }) => severity !== 'low')).toEqual([]);
    },
  );

  test.each(SAMPLE_KINDS)(
    'the sample document %s is suspicious with each kind of tampering that is visible in a single document',
    async (kind) => {
      expect(await isFlagged(kind, 'amount')).toBe(true);
      expect(await isFlagged(kind, 'overlay')).toBe(true);
      expect(await isFlagged(kind, 'resave')).toBe(true);
    },
  );

  test('a pay stub with a raised year-to-date amount is suspicious even without other documents', async () => {
    expect(await isFlagged('paystub', 'ytd')).toBe(true);
  });

  const read = async (kind: SampleKind, tamper: Tamper, index = 0, username = usernameOf(kind)) =>
    readDocuments(await readPdf(await sample(kind, tamper, index, username)));
  /** The index of the last pay stub of 2025. The five newer pay stubs are from 2026. */
  const LAST_OF_2025 = 5;

  test.each([
    ['w2', 'paystub', LAST_OF_2025],
    ['f1040', 'w2', 0],
    ['f1099', 'f1040', 0],
    ['bank_statement', 'bank_statement', 1],
  ] as const)(
    'the sample document %s with tampering `ytd` is suspicious if a %s contradicts it',
    async (kind, other, index) => {
      const beside = await read(other, 'none', index);
      const flagged = async (tamper: Tamper) =>
        chainSignals([...(await read(kind, tamper)), ...beside]).map(areSuspicious);
      expect(await flagged('none')).not.toContain(true);
      expect((await flagged('ytd'))[0]).toBe(true);
    },
  );

  test('a person’s genuine pay stub and the statements of the accounts that received the pay do not contradict each other', async () => {
    const documents = [
      ...(await read('paystub', 'none', 1)),
      ...(await read('bank_statement', 'none', 0, 'goodlogin')),
      ...(await read('bank_statement', 'none', 1, 'goodlogin')),
    ];
    expect(documents.map(({ fields }) => fields['account_mask']?.value)).toEqual([undefined, '4721', '8890']);
    expect(chainSignals(documents)).toEqual([[], [], []]);
  });
});
