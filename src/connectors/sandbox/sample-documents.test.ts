import { describe, expect, test } from 'vitest';
import { SAMPLE_KINDS } from '#domain/sandbox/sandbox-documents.ts';
import { readPdf, wordsOf } from '#test/pdf.ts';
import { openBankDocument } from './bank/bank-documents.ts';
import { bankLifeOf } from './cast/bank-people.ts';
import { lifeOf } from './cast/people.ts';
import { openDocument } from './payroll/documents.ts';
import { type SampleRequest, sampleDocument } from './sample-documents.ts';

const TODAY = '2026-03-04';
const PLAIN: SampleRequest = {
  kind: 'paystub',
  username: 'goodlogin',
  index: 0,
  tamper: 'none',
  first_login_date: TODAY,
  today: TODAY,
};

async function sample(request: Partial<SampleRequest>): Promise<Buffer> {
  const bytes = await sampleDocument({ ...PLAIN, ...request });
  if (bytes === undefined) throw new Error('no such sample');
  return bytes;
}

/**
 * Returns the words that tampering removed from a document, and the words that it added. Each occurrence of a word is
 * compared separately.
 */
async function changes(kind: SampleRequest['kind'], tamper: SampleRequest['tamper']) {
  const [before, after] = [await wordsOf(await sample({ kind })), await wordsOf(await sample({ kind, tamper }))];
  const without = (list: readonly string[], others: readonly string[]) => {
    const left = [...others];
    return list.filter((word) => {
      const at = left.indexOf(word);
      if (at !== -1) left.splice(at, 1);
      return at === -1;
    });
  };
  return { gone: without(before, after), come: without(after, before) };
}

describe('sample documents without tampering', () => {
  test('sample documents are identical to the files in the sample person’s data, and the newest file has index 0', async () => {
    const life = lifeOf('goodlogin', TODAY);
    const files: [Partial<SampleRequest>, string][] = [
      [{ kind: 'paystub' }, 'paystub:job:2026-02-22'],
      [{ kind: 'paystub', index: 1 }, 'paystub:job:2026-02-08'],
      [{ kind: 'w2' }, 'w2:job:2025'],
      [{ kind: 'w2', index: 1 }, 'w2:job:2024'],
      [{ kind: 'f1040' }, 'f1040:2025'],
      [{ kind: 'f1099' }, 'f1099:2025'],
    ];
    for (const [request, file_id] of files) {
      expect((await openDocument(life, file_id))?.bytes.equals(await sample(request))).toBe(true);
    }
    const bank = await openBankDocument(bankLifeOf('checking', TODAY), 'bank_statement:checking:2026-02-01');
    expect(bank?.bytes.equals(await sample({ kind: 'bank_statement', username: 'checking' }))).toBe(true);
  });

  test('no sample document exists for an index that is out of range, or for a person who has no documents of the requested kind', async () => {
    const beyond: Partial<SampleRequest>[] = [
      { kind: 'paystub', index: 53 },
      { kind: 'w2', index: 2 },
      { kind: 'f1040', index: 1 },
      { kind: 'f1099', index: 1 },
      { kind: 'w2', username: 'missing.data' },
      { kind: 'paystub', username: 'checking' },
      { kind: 'paystub', username: '__proto__' },
      { kind: 'bank_statement', username: 'fulltime' },
      { kind: 'bank_statement', username: 'loans' },
      { kind: 'paystub', index: -1 },
    ];
    for (const request of beyond) expect(await sampleDocument({ ...PLAIN, ...request })).toBeUndefined();
    await expect(sample({ kind: 'paystub', index: 52 })).resolves.toBeDefined();
  });

  test('sample documents are sorted by pay date, even if the person has several jobs', async () => {
    const dates: unknown[] = [];
    for (const index of [0, 29, 30, 85, 86, 120, 179]) {
      dates.push((await readPdf(await sample({ username: 'multiple.employments', index }))).info['CreationDate']);
    }
    expect(dates).toEqual(dates.toSorted().toReversed());
    expect(await sampleDocument({ ...PLAIN, username: 'multiple.employments', index: 180 })).toBeUndefined();
  });
});

describe('sample documents with tampering', () => {
  test('with tampering `amount`, one amount on the page contradicts the other amounts', async () => {
    expect(await changes('paystub', 'amount')).toEqual({
      gone: ['2,240.62', '2,240.62'],
      come: ['3,240.62', '3,240.62'],
    });
    expect(await changes('w2', 'amount')).toEqual({ gone: ['80,080.00'], come: ['81,080.00'] });
    expect(await changes('f1040', 'amount')).toEqual({ gone: ['76,489.00'], come: ['77,489.00'] });
    expect(await changes('f1099', 'amount')).toEqual({ gone: ['187.00'], come: ['1,187.00'] });
    const { gone, come } = await changes('bank_statement', 'amount');
    expect([gone.length, come.length]).toEqual([1, 1]);
  });

  test('with tampering `ytd`, the totals of a pay stub exceed the sum of its lines; a tampered document of another kind contradicts the person’s genuine documents', async () => {
    expect(await changes('paystub', 'ytd')).toEqual({
      gone: ['11,203.10', '16,000.00'],
      come: ['17,000.00', '12,203.10'],
    });
    expect((await changes('w2', 'ytd')).come).toEqual(
      expect.arrayContaining(['83,512.00', '88,088.00', '91,520.00', '5,461.46', '1,277.28']),
    );
    expect((await changes('f1040', 'ytd')).come).toEqual(['76,920.00', '77,489.00', '76,289.00']);
    expect((await changes('f1099', 'ytd')).come).toEqual(['1,187.00', '1,187.00']);
    const { come } = await changes('bank_statement', 'ytd');
    expect(come.length).toBeGreaterThan(10);
  });

  test.each(SAMPLE_KINDS)(
    'with tampering `overlay`, the sample document %s has a new amount drawn over the old amount',
    async (kind) => {
      const { gone, come } = await changes(kind, 'overlay');
      expect(gone).toEqual([]);
      expect(come).toHaveLength(1);
      const { texts } = await readPdf(await sample({ kind, tamper: 'overlay' }));
      const over = texts.find(({ text }) => text === come[0]);
      const under = texts.filter(({ page, y, x, width }) => {
        const same_end = over !== undefined && Math.abs(x + width - over.x - over.width) < 0.1;
        return same_end && page === over.page && y === over.y;
      });
      expect(under).toHaveLength(2);
    },
  );

  test.each(SAMPLE_KINDS)(
    'with tampering `resave`, the sample document %s keeps its content, but it records a later save by another program',
    async (kind) => {
      const [plain, saved] = [await sample({ kind }), await sample({ kind, tamper: 'resave' })];
      expect(saved.subarray(0, plain.length).equals(plain)).toBe(true);
      expect(await changes(kind, 'resave')).toEqual({ gone: [], come: [] });
      const [before, after] = [(await readPdf(plain)).info, (await readPdf(saved)).info];
      expect(after['Producer']).not.toBe(before['Producer']);
      expect(after['CreationDate']).toBe(before['CreationDate']);
      expect(String(after['ModDate']) > String(after['CreationDate'])).toBe(true);
    },
  );
});
