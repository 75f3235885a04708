import { describe, expect, test } from 'vitest';
import { addDays, toDay } from '#base/calendar.ts';
import { datesOf, FRIDAYS, reportOf, row } from '#test/deposits.ts';
import { LAST_DAY } from './calendars/calendars.ts';

describe('deposits are grouped into one source per payer', () => {
  test('truncated and misspelt forms of a name belong to one payer', () => {
    const names = ['NORTHWIND LOGISTICS', 'NORTHWIND LOGIS', 'NORTHWIND LOGISTIC', 'NORTHWND LOGISTICS'];
    const { sources } = reportOf(FRIDAYS.map((date, at) => row(date, 200_000, `${names[at % 4]} PAYROLL`)));
    expect(sources).toMatchObject([{ transaction_count: FRIDAYS.length, income_description: 'NORTHWIND LOGISTICS' }]);
  });

  test('partly similar names are one payer if their company ids are equal, and two payers if the ids differ', () => {
    const names = ['BASIN GEAR', 'BASIN OUTDOORS'];
    const counts = [0, 1].map((step) => {
      const text = (at: number) => `${names[at % 2]} PAYROLL PPD ID: ${9_990_000_412 + (at % 2) * step}`;
      return reportOf(FRIDAYS.map((date, at) => row(date, 200_000, text(at)))).sources.length;
    });
    expect(counts).toEqual([1, 2]);
  });

  test.each([
    ['hidden with letters', 'XXXXXXXXXX'],
    ['hidden with stars', '**********'],
    ['filled with zeros', '0000000000'],
    ['one repeated digit', '9999999999'],
    ['hidden but for four digits', 'XXXXXX1103'],
    ['fully printed', '9990000412'],
  ])('two employers with different names stay separate even if they share a company id that is %s', (_, id) => {
    const { sources } = reportOf(
      FRIDAYS.flatMap((date) => [
        row(date, 150_000, `BASIN GEAR DES:PAYROLL ID:XXXXX INDN:DOE,JANE CO ID:${id} PPD`),
        row(addDays(date, -3), 180_000, `QUILL PRESS DES:PAYROLL ID:XXXXX INDN:DOE,JANE CO ID:${id} PPD`),
      ]),
    );
    expect(sources.map((source) => [source.income_description, source.transaction_count])).toEqual([
      ['QUILL PRESS', FRIDAYS.length],
      ['BASIN GEAR', FRIDAYS.length],
    ]);
  });

  test('two payers with similar names stay separate if they pay on the same days', () => {
    const rows = FRIDAYS.flatMap((date) => [
      row(date, 200_000, 'BASIN GEAR EAST PAYROLL'),
      row(date, 150_000, 'BASIN GEAR WEST PAYROLL'),
    ]);
    expect(reportOf(rows).sources.map(({ transaction_count }) => transaction_count)).toEqual([
      FRIDAYS.length,
      FRIDAYS.length,
    ]);
  });

  test('a deposit without the word PAYROLL is grouped with the payer’s other deposits', () => {
    const { sources } = reportOf(
      FRIDAYS.map((date, at) => row(date, 200_000, at === 3 ? 'BASIN GEAR' : 'BASIN GEAR PAYROLL')),
    );
    expect(sources).toMatchObject([{ transaction_count: FRIDAYS.length }]);
  });

  test('if the bank changes the format of its descriptions, a payer’s deposits stay one source', () => {
    const texts = [
      'BASIN GEAR SUPPLY DES:PAYROLL ID:1 INDN:DOE,JANE CO ID:9990000400 PPD',
      'Direct Deposit - BASIN GEAR SUP',
    ];
    const { sources } = reportOf(FRIDAYS.map((date, at) => row(date, 200_000, texts[at < 12 ? 0 : 1] ?? '')));
    expect(sources).toMatchObject([{ transaction_count: FRIDAYS.length, income_category: 'PAYCHECK' }]);
  });

  test('dividends of two companies are two sources; a bank’s interest payments are one source', () => {
    const quarters = ['2025-03-14', '2025-06-13', '2025-09-12', '2025-12-12'];
    const { sources } = reportOf([
      ...quarters.map((date) => row(date, 4_100, 'BASIN GEAR DIV PAYMNT')),
      ...quarters.map((date) => row(addDays(date, 9), 7_300, 'QUILL PRESS CASH DIV')),
      ...datesOf({ model: 'monthly', day: LAST_DAY, roll: 'none' }).map((date, at) =>
        row(date, 210 + at, at % 2 === 0 ? 'INTEREST PAYMENT' : 'INTEREST PAID'),
      ),
    ]);
    expect(sources.map(({ income_description }) => income_description).toSorted()).toEqual([
      'BASIN GEAR',
      'INTEREST',
      'QUILL PRESS',
    ]);
  });

  test('a small deposit that comes between pay days and has only the employer’s name, such as a refund, is not grouped with the employer’s pay', () => {
    const rows = [
      ...FRIDAYS.map((date) => row(date, 200_000, 'BASIN GEAR PAYROLL')),
      row('2026-01-07', 4_100, 'BASIN GEAR'),
    ];
    const { sources, explain } = reportOf(rows);
    expect(sources).toMatchObject([{ transaction_count: FRIDAYS.length }]);
    expect(explain.rejected).toMatchObject([{ amount: 4_100n }]);
  });

  test('deposits of one payer in two currencies are two sources', () => {
    const rows = FRIDAYS.map((date, at) =>
      row(date, 200_000, 'BASIN GEAR PAYROLL', { currency_code: at % 2 === 0 ? 'USD' : 'CAD' }),
    );
    expect(
      reportOf(rows)
        .sources.map(({ iso_currency_code }) => iso_currency_code)
        .toSorted(),
    ).toEqual(['CAD', 'USD']);
  });
});

describe('deposits under one payer’s name', () => {
  const weeks = datesOf({ model: 'weekly', phase: toDay('2026-02-27'), roll: 'previous' });

  test('deposits are two sources if their amounts alternate from week to week between two clearly different levels', () => {
    const { sources } = reportOf(weeks.map((date, at) => row(date, at % 2 === 0 ? 210_000 : 140_000, 'ADP PAYROLL')));
    expect(sources.map(({ pay_frequency, avg_deposit_amount }) => [pay_frequency, avg_deposit_amount])).toEqual([
      ['BW', 210_000n],
      ['BW', 140_000n],
    ]);
  });

  test('deposits of Social Security are two monthly sources if both members of a couple receive it', () => {
    const rows = [2, 4].flatMap((nth) =>
      datesOf({ model: 'monthly_weekday', nth, weekday: 3, roll: 'previous' }).map((date) =>
        row(date, 100_000 * nth, 'SSA TREAS 310 XXSOC SEC'),
      ),
    );
    expect(
      reportOf(rows).sources.map(({ pay_frequency, avg_deposit_amount }) => [pay_frequency, avg_deposit_amount]),
    ).toEqual([
      ['M', 400_000n],
      ['M', 200_000n],
    ]);
  });

  test('deposits are one source if the pay was raised, or if each pay check comes in two parts', () => {
    const raised = FRIDAYS.map((date, at) => row(date, at < 12 ? 140_000 : 190_000, 'ADP PAYROLL'));
    const in_parts = FRIDAYS.flatMap((date) => [row(date, 140_000, 'ADP PAYROLL'), row(date, 30_000, 'ADP PAYROLL')]);
    expect([reportOf(raised).sources.length, reportOf(in_parts).sources.length]).toEqual([1, 1]);
  });

  test('deposits of equal amounts every week are one weekly source', () => {
    const { sources } = reportOf(weeks.map((date) => row(date, 140_000, 'ADP PAYROLL')));
    expect(sources).toMatchObject([{ pay_frequency: 'W' }]);
  });

  test('weekly deposits are one source even if they move to another weekday more than once', () => {
    const moved = weeks.map((date, at) => addDays(date, at < 20 ? 0 : at < 34 ? -3 : -1));
    const { sources } = reportOf(moved.map((date, at) => row(date, 140_000 + (at % 5) * 900, 'ADP PAYROLL')));
    expect(sources).toMatchObject([{ pay_frequency: 'W', transaction_count: weeks.length }]);
  });

  test('deposits are one source if they follow one pay calendar and later another pay calendar', () => {
    const monthly = datesOf({ model: 'monthly', day: 1, roll: 'previous' }, '2025-09-15');
    const { sources } = reportOf([
      ...FRIDAYS.filter((date) => date < '2025-09-01').map((date) => row(date, 170_000, 'BASIN GEAR PAYROLL')),
      ...monthly.map((date) => row(date, 360_000, 'BASIN GEAR PAYROLL')),
    ]);
    expect(sources).toMatchObject([{ pay_frequency: 'M', next_payment_date: '2026-04-01' }]);
  });

  test('deposits are two sources if they follow two pay calendars at the same time', () => {
    const tuesdays = datesOf({ model: 'biweekly', phase: toDay('2026-02-24'), roll: 'previous' });
    const twice_a_month = datesOf({ model: 'semi_monthly', days: [5, 20], roll: 'previous' });
    const frequencies = (others: readonly string[]) => {
      const { sources } = reportOf([...FRIDAYS, ...others].map((date) => row(date, 140_000, 'ADP PAYROLL')));
      return sources.map(({ pay_frequency }) => pay_frequency).toSorted();
    };
    expect(frequencies(tuesdays)).toEqual(['BW', 'BW']);
    expect(frequencies(twice_a_month)).toEqual(['BW', 'SM']);
  });

  test('deposits are two sources if their descriptions mention two people', () => {
    const rows = FRIDAYS.flatMap((date) =>
      ['DOE,JANE', 'FENWICK,TOBIAS'].map((person, at) =>
        row(date, 200_000 - at * 50_000, `BASIN GEAR DES:PAYROLL ID:1 INDN:${person} CO ID:9990000400 PPD`),
      ),
    );
    expect(reportOf(rows).sources.map(({ avg_deposit_amount }) => avg_deposit_amount)).toEqual([200_000n, 150_000n]);
  });
});

describe('payers that are people, platforms or public offices', () => {
  const monthly = datesOf({ model: 'monthly', day: 3, roll: 'none' });

  test('a note that the payer writes is not part of the payer’s name', () => {
    const notes = ['alimony', 'spousal support', 'Alimony payment'];
    const { sources } = reportOf(
      monthly.map((date, at) => row(date, 90_000, `Zelle from TOBIAS FENWICK: ${notes[at % 3]}`)),
    );
    expect(sources).toMatchObject([{ income_category: 'ALIMONY', income_description: 'ZELLE TOBIAS FENWICK' }]);
  });

  test('a gig platform and the company that runs it are one payer', () => {
    const texts = ['MAPLEBEAR INC EDI PAYMNT', 'Instacart Maplebear Inc', 'INSTACART PAYOUT'];
    const { sources } = reportOf(FRIDAYS.map((date, at) => row(date, 40_000 + at, texts[at % 3] ?? '')));
    expect(sources).toMatchObject([{ income_description: 'INSTACART', transaction_count: FRIDAYS.length }]);
  });

  test('a public office is one payer whether the bank prints the kind of benefit before or after the office’s name', () => {
    const texts = [
      'SSA TREAS 310 XXSOC SEC',
      'Direct Deposit - Xxsoc Sec Ssa Treas 310',
      'XXSOC SEC ACH from SSA TREAS 310',
    ];
    const { sources } = reportOf(monthly.map((date, at) => row(date, 190_000, texts[Math.floor(at / 4)] ?? '')));
    expect(sources).toMatchObject([{ income_category: 'SOCIAL_SECURITY', transaction_count: monthly.length }]);
    const support = ['CO SDU CHILD SUPP', 'CO SDU DES:CHILD SUPP ID:77'];
    const paid = reportOf(monthly.map((date, at) => row(date, 48_000, support[at < 6 ? 0 : 1] ?? '')));
    expect(paid.sources).toMatchObject([{ income_category: 'CHILD_SUPPORT', transaction_count: monthly.length }]);
  });
});
