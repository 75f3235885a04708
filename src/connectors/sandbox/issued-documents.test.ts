import { describe, expect, test } from 'vitest';
import { SAMPLE_KINDS } from '#domain/sandbox/sandbox-documents.ts';
import { signalsIn } from '#test/fraud.ts';
import { BANK_USERNAMES } from './cast/bank-people.ts';
import { PAYROLL_USERNAMES } from './cast/people.ts';
import { sampleDocument } from './sample-documents.ts';

/** Days of the first login: a day at the start of a year, a leap day, and the first day of a month. */
const DAYS = ['2026-01-03', '2028-02-29', '2026-11-01'];

describe.each(SAMPLE_KINDS)('the %s that a sandbox provider issues', (kind) => {
  const people = kind === 'bank_statement' ? BANK_USERNAMES : PAYROLL_USERNAMES;

  test('an issued document of a sample person has no medium or strong sign of alteration', {
    timeout: 300_000,
  }, async () => {
    let read = 0;
    for (const [at, username] of people.entries()) {
      const day = DAYS[at % DAYS.length] ?? '';
      // The newest document and one older document are tested, because older documents have other year-to-date totals
      // and pay rates.
      for (const index of [0, 1 + (at % 9)]) {
        const pdf = await sampleDocument({ kind, username, index, tamper: 'none', first_login_date: day, today: day });
        if (pdf === undefined) continue;
        read++;
        const signals = (await signalsIn(pdf)).filter(({ severity }) => severity !== 'low');
        expect({ username, day, index, signals }).toEqual({ username, day, index, signals: [] });
      }
    }
    expect(read).toBeGreaterThan(8);
  });
});
