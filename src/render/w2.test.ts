import { expect, test } from 'vitest';
import { JOB, W2_2025 } from '#test/pay.ts';
import { type ReadText, readPdf, wordsOf } from '#test/pdf.ts';
import { w2Pdf } from './w2.ts';

/** Returns the first text under a label, in the same box of the form. The text may be left-aligned or right-aligned. */
function boxOf(texts: readonly ReadText[], label: string): string | undefined {
  const head = texts.find(({ text }) => text === label);
  if (head === undefined) return undefined;
  const below = texts.filter(
    ({ x, y, width }) => y < head.y && head.y - y < 20 && x + width > head.x - 12 && x < head.x + 116,
  );
  return below.toSorted((a, b) => b.y - a.y)[0]?.text;
}

test('a W-2 PDF shows every amount in its box', async () => {
  const { texts, pages } = await readPdf(await w2Pdf(JOB, W2_2025, [{ code: 'D', amount: 200_132n }]));
  expect(pages).toBe(1);
  const boxes = {
    'Wages, tips, other compensation': '49,123.26',
    'Federal income tax withheld': '5,123.28',
    'Social security wages': '51,124.29',
    'Social security tax withheld': '3,169.71',
    'Medicare wages and tips': '51,124.31',
    'Medicare tax withheld': '741.30',
    'Other: gross pay': '53,124.27',
    'Employee’s social security number': '***-**-4321',
    'Employer identification number (EIN)': '99-9000042',
    'Employer’s name, address, and ZIP code': 'Quarry Lane Bakery',
    'Employee’s first name and initial, last name': 'Ottilie J Marrow',
    'Employee’s address and ZIP code': '7 Oven Court',
  };
  expect(Object.fromEntries(Object.keys(boxes).map((label) => [label, boxOf(texts, label)]))).toEqual(boxes);
  expect(texts.map(({ text }) => text)).toContain('D 2,001.32');
  expect(texts.map(({ text }) => text)).not.toContain('991234321');
});

test('a W-2 PDF shows a dash for an unknown amount', async () => {
  const none = { ...W2_2025, wages: null, gross_pay: null, federal_tax: null, social_security_wages: null };
  const words = await wordsOf(
    await w2Pdf(
      { ...JOB, company: { ...JOB.company, ein: null } },
      { ...none, social_security_tax: null, medicare_wages: null, medicare_tax: null },
    ),
  );
  expect(words.filter((word) => word === '–')).toHaveLength(8);
  expect(words.join(' ')).not.toMatch(/null|undefined|\d\.\d\d/);
});

test('a W-2 PDF wraps a long name inside its box', async () => {
  const name = 'Amalgamated Warehousing and Cold Storage Holdings of the Greater Northeast '.repeat(3);
  const job = { company: { ...JOB.company, name }, profile: { ...JOB.profile, full_name: name } };
  const { texts } = await readPdf(await w2Pdf(job, W2_2025));
  const left = texts.filter(({ x, y, text }) => x === 44 && y < 700 && !text.startsWith('Form'));
  expect(left.filter(({ width }) => width > 268.1)).toEqual([]);
  expect(left.map(({ text }) => text)).toContain('Dayton, OH 45402');
});

test('a W-2 PDF has a date after its tax year, and is the same, byte for byte, each time it is drawn', async () => {
  const pdf = await w2Pdf(JOB, W2_2025);
  expect(pdf.equals(await w2Pdf(JOB, W2_2025))).toBe(true);
  const { info } = await readPdf(pdf);
  expect(info).toMatchObject({
    Title: 'Form W-2 2025',
    Author: 'Quarry Lane Bakery',
    CreationDate: 'D:20260101000000Z',
  });
});
