import { hash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { inDecimals } from '#base/money.ts';
import { lifeOf, PAYROLL_USERNAMES } from '#connectors/sandbox/cast/people.ts';
import type { Life } from '#connectors/sandbox/lives/life.ts';
import { idOf } from '#connectors/sandbox/lives/random.ts';
import type { Statement } from '#domain/reports/statements.ts';
import { type Drawing, toPdf } from '#render/paper.ts';
import { wordsOf } from '#test/pdf.ts';
import { stubDrawing, w2Drawing } from './document-drawings.ts';
import { openDocument, withDocuments, withTaxFiles } from './documents.ts';
import { employmentId, payDeposits, payrollOn } from './payroll.ts';
import { taxDocumentsOn } from './tax.ts';

const TODAY = '2026-03-04';

/** Returns every decimal amount in an object, formatted as in documents. */
function figuresOf(shape: unknown): string[] {
  const found: string[] = [];
  JSON.stringify(inDecimals(shape), (_key, value: unknown) => {
    if (typeof value === 'string' && /^-?\d+\.\d\d$/.test(value)) {
      found.push(Number(value).toLocaleString('en-US', { minimumFractionDigits: 2 }));
    }
    return value;
  });
  return found;
}

const filesOf = async (life: Life, today: string, link?: string) => {
  const { employments } = await withDocuments(life, payrollOn(life, today, link), link);
  return employments.flatMap(({ statements, w2s }) => [...statements, ...w2s]);
};

/** Draws all files anew, without the file cache. Returns the drawings by file id. */
function drawingsOf(life: Life, today: string, link: string): Map<string, Drawing> {
  const drawings = new Map<string, Drawing>();
  for (const employment of payrollOn(life, today, link).employments) {
    const job = life.jobs.find((one) => employmentId(link, one) === employment.id);
    if (job === undefined) throw new Error('an employment without a job');
    for (const statement of employment.statements) {
      const refresh = [1, 2, 3].find((n) => idOf(link, job.key, 'statement', `refresh-${n}`) === statement.id);
      const payday = refresh === undefined ? statement.period_end : `refresh-${refresh}`;
      drawings.set(`paystub:${job.key}:${payday}`, stubDrawing(life, job, employment, statement));
    }
    for (const w2 of employment.w2s) drawings.set(`w2:${job.key}:${w2.year}`, w2Drawing(employment, w2));
  }
  return drawings;
}

async function opened(life: Life, file_id: string | null): Promise<Buffer> {
  const file = await openDocument(life, file_id ?? '');
  if (file === undefined) throw new Error(`no file ${file_id}`);
  return file.bytes;
}

describe('the files of a sample person’s payroll data', () => {
  test.each(PAYROLL_USERNAMES)(
    'for the sample login ’%s’, each payroll file shows all amounts of its data',
    { timeout: 20_000 },
    async (name) => {
      const life = lifeOf(name, TODAY, [TODAY]);
      const files = await filesOf(life, TODAY);
      expect(files.map(({ file_id }) => file_id)).not.toContain(null);
      // Only some files are checked: the newest three files, the oldest file, all W-2s, and the pay stubs of December.
      const some = files.filter(
        (file, at) => at < 3 || at === files.length - 1 || 'year' in file || file.pay_date?.slice(5, 7) === '12',
      );
      for (const file of some) {
        const words = (await wordsOf(await opened(life, file.file_id))).join('|').split(/[| ]/);
        expect(figuresOf(file).filter((figure) => !words.includes(figure))).toEqual([]);
      }
    },
  );

  test('each md5sum is the checksum of its file, and all files differ', async () => {
    const life = lifeOf('multiple.employments', TODAY);
    const files = await filesOf(life, TODAY);
    const sums = await Promise.all(files.map(async ({ file_id }) => hash('md5', await opened(life, file_id))));
    expect(files.map(({ md5sum }) => md5sum)).toEqual(sums);
    expect(new Set(sums).size).toBe(files.length);
    expect(new Set(files.map(({ file_id }) => file_id)).size).toBe(files.length);
  });

  test('a pay stub shows the amounts that were deposited', async () => {
    const life = lifeOf('fulltime', TODAY);
    const deposits = payDeposits(life, TODAY);
    const last = deposits.filter(({ date }) => date === deposits.at(-1)?.date).map(({ cents }) => cents);
    const [newest] = await filesOf(life, TODAY);
    const words = await wordsOf(await opened(life, newest?.file_id ?? null));
    expect(last).toHaveLength(2);
    expect(figuresOf(last).filter((figure) => !words.includes(figure))).toEqual([]);
  });

  test('a pay stub shows no deposits if the data has no bank accounts', async () => {
    const life = lifeOf('missing.data', TODAY);
    const [newest] = await filesOf(life, TODAY);
    const words = await wordsOf(await opened(life, newest?.file_id ?? null));
    expect(words).toContain('Net pay');
    expect(words).not.toContain('Direct deposit');
  });

  test('the amount in box 12 of a W-2 is the amount in box 5 minus the amount in box 1', async () => {
    const life = lifeOf('goodlogin', TODAY);
    const [employment] = payrollOn(life, TODAY).employments;
    const saved = (employment?.w2s[0]?.medicare_wages ?? 0n) - (employment?.w2s[0]?.wages ?? 0n);
    expect(saved).toBeGreaterThan(0n);
    expect(await wordsOf(await opened(life, 'w2:job:2025'))).toContain(`D ${figuresOf([saved])[0]}`);
  });
});

describe('a payroll file', () => {
  test.each(PAYROLL_USERNAMES)(
    'a payroll file of the sample login ’%s’ does not depend on the link, on the day on which the file is generated, or on later refreshes',
    (name) => {
      const [one, other] = [lifeOf(name, TODAY, [TODAY]), lifeOf(name, TODAY, [TODAY, '2026-05-02', '2027-01-01'])];
      const [before, after] = [drawingsOf(one, TODAY, 'link-1'), drawingsOf(other, '2027-06-01', 'link-2')];
      expect(before.size).toBeGreaterThan(0);
      expect(Object.fromEntries([...before.keys()].map((id) => [id, after.get(id)]))).toEqual(
        Object.fromEntries(before),
      );
    },
  );

  test('a payroll file is generated once for all links, and is not generated again when it is opened', async () => {
    const [one, other] = [lifeOf('fulltime', TODAY), lifeOf('fulltime', TODAY)];
    const [newest] = await filesOf(one, TODAY, 'link-1');
    const bytes = await opened(one, newest?.file_id ?? null);
    await filesOf(other, '2026-03-05', 'link-2');
    expect(await opened(other, newest?.file_id ?? null)).toBe(bytes);
  });

  test('a payroll file has the same content whether it is generated together with the payroll data or only when it is opened', async () => {
    // No other test uses 2026-02-03 as the first login day, so none of these files is in the cache yet.
    const life = lifeOf('hourly.part-time', '2026-02-03');
    for (const [file_id, drawing] of drawingsOf(life, '2026-02-03', 'link')) {
      expect((await toPdf(drawing)).equals(await opened(life, file_id))).toBe(true);
    }
  });

  test('a payroll file has the same id but different content if the sample person’s first login day differs', async () => {
    const [one, other] = [lifeOf('goodlogin', TODAY), lifeOf('goodlogin', '2025-10-08')];
    expect(await opened(one, 'w2:job:2024')).not.toEqual(await opened(other, 'w2:job:2024'));
  });

  test.each(['', 'paystub', 'paystub:job', 'paystub:nojob:2026-02-22', 'paystub:job:2026-02-21', 'paystub:job:soon'])(
    'a payroll file does not exist for the malformed or unknown id %j',
    async (file_id) => {
      expect(await openDocument(lifeOf('goodlogin', TODAY), file_id)).toBeUndefined();
    },
  );
  test.each([
    'paystub:job:refresh-1',
    'w2:job:2045',
    'w2:job:20',
    'f1040:1999',
    'f1099:',
    'w3:job:2025',
    'paystub:job:9026-02-22',
  ])('a payroll file does not exist for the id %j', async (file_id) => {
    expect(await openDocument(lifeOf('goodlogin', TODAY), file_id)).toBeUndefined();
  });

  test('a file cannot be opened if it is for a W-2 that the payroll system does not show', async () => {
    expect(await openDocument(lifeOf('missing.data', TODAY), 'w2:job:2025')).toBeUndefined();
    expect(await openDocument(lifeOf('goodlogin', TODAY), 'w2:job:2023')).toBeUndefined();
  });

  test('withDocuments() rejects payroll data whose ids were made for another link', async () => {
    const life = lifeOf('goodlogin', TODAY);
    await expect(withDocuments(life, payrollOn(life, TODAY, 'link-1'), 'link-2')).rejects.toThrow(
      'does not belong to this sandbox life',
    );
  });
});

describe('refreshes of a sample person’s link', () => {
  const DAYS = ['2026-03-04', '2026-03-09', '2026-03-09', '2026-04-18'];

  test('each refresh adds a pay stub file', async () => {
    const life = lifeOf('changed.on.refresh', TODAY, DAYS);
    const files = await filesOf(life, '2026-04-20');
    const ids = files.map(({ file_id }) => file_id ?? '').filter((id) => id.includes('refresh'));
    expect(ids.toSorted()).toEqual([1, 2, 3, 4].map((n) => `paystub:job:refresh-${n}`));
    const words = await wordsOf(await opened(life, 'paystub:job:refresh-4'));
    expect(words).toContain('Spot Bonus');
    // The last refresh was on a Saturday, so the extra paycheck of this refresh was paid on the Friday before.
    expect(words).toContain('04/17/2026');
  });

  test('refreshes change the content of later pay stubs, but not their ids', async () => {
    const [once, twice] = [['2026-03-04'], ['2026-03-04', '2026-03-05']].map((days) =>
      lifeOf('changed.on.refresh', TODAY, days),
    );
    if (once === undefined || twice === undefined) throw new Error('no lives');
    const id = 'paystub:job:2026-04-05';
    expect(await opened(once, id)).not.toEqual(await opened(twice, id));
  });

  test('a refresh in January changes the W-2 of the previous year if it adds a paycheck of December', async () => {
    const before = lifeOf('changed.on.refresh', '2025-12-01', []);
    // The refresh is on New Year's Day and adds an extra paycheck. The paycheck is paid on the last business day of the
    // old year.
    const after = lifeOf('changed.on.refresh', '2025-12-01', ['2026-01-01']);
    expect(await opened(before, 'w2:job:2025')).not.toEqual(await opened(after, 'w2:job:2025'));
    const w2 = (await filesOf(after, '2026-01-01')).find((file) => file.file_id === 'w2:job:2025');
    expect(w2?.md5sum).toBe(hash('md5', await opened(after, 'w2:job:2025')));
  });
});

describe('files of tax documents', () => {
  test('the file of a tax document shows every amount in the document’s fields; the file of a W-2 is the same file as in the payroll data', async () => {
    const life = lifeOf('goodlogin', TODAY);
    const documents = await withTaxFiles(life, taxDocumentsOn(life, TODAY, 'link'), 'link');
    expect(documents.map(({ file_id }) => file_id)).toEqual(['w2:job:2025', 'f1040:2025', 'f1099:2025', 'w2:job:2024']);
    for (const { file_id, fields, md5sum } of documents) {
      const bytes = await opened(life, file_id);
      const words = await wordsOf(bytes);
      expect(figuresOf(fields).filter((figure) => !words.includes(figure))).toEqual([]);
      expect(md5sum).toBe(hash('md5', bytes));
    }
    const w2s = (await filesOf(life, TODAY)).filter((file) => 'year' in file).map(({ md5sum }) => md5sum);
    expect(documents.filter(({ document_type }) => document_type === 'W2').map(({ md5sum }) => md5sum)).toEqual(w2s);
  });

  test('the tax documents of different employers have different files, even in the same year', async () => {
    const life = lifeOf('multiple.employments', TODAY);
    const documents = await withTaxFiles(life, taxDocumentsOn(life, TODAY));
    expect(new Set(documents.map(({ file_id }) => file_id)).size).toBe(documents.length);
  });
});

test('withDocuments() changes only the file fields', async () => {
  const life = lifeOf('goodlogin', TODAY);
  const payroll = payrollOn(life, TODAY);
  const filed = await withDocuments(life, payroll);
  const bare = ({ file_id: _file, md5sum: _sum, ...rest }: Statement) => rest;
  expect(filed.employments[0]?.statements.map(bare)).toEqual(payroll.employments[0]?.statements.map(bare));
  expect(filed.shifts).toBe(payroll.shifts);
});
