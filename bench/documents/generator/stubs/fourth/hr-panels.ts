// The payslip of an HR suite. The header facts and the totals are rows of ruled tables. The lists are panels on the
// left and right, and the last row of a panel repeats the panel's title.
import { newBank } from '../../people.ts';
import type { Layout } from '../../sample.ts';
import { money, type Shown } from '../formats.ts';
import { open } from '../open.ts';
import { amounts, type Fact, type Named, names, rates, sumOf, type Timed, workedHours } from '../second/kit.ts';
import { LONG, wordsLike } from '../words.ts';
import { cell, type Sum } from './kit.ts';

const WORDS = wordsLike(LONG, {
  earnings: { salary: 'Salaried Pay', regular: 'Hourly Pay', overtime: 'Overtime Premium', pto: 'Vacation Hours' },
  taxes: {
    federal: 'Federal Withholding',
    social_security: 'OASDI',
    medicare: 'Medicare',
    state: 'State Tax - {state}',
    disability: 'SDI - {state}',
    local: 'City Tax - {city}',
  },
  deductions: {
    medical: 'Medical Pre-Tax',
    dental: 'Dental Pre-Tax',
    vision: 'Vision Pre-Tax',
    k401: '401(k) Traditional',
    life: 'Employee Supp Life',
    stock: 'ESPP',
  },
  contributions: {
    match: '401(k) Company Match',
    medical: 'Medical ER Cost',
    dental: 'Dental ER Cost',
    social_security: 'OASDI Employer',
    medicare: 'Medicare Employer',
  },
});
const BAR = '#dde3ea';
const LINE = '#9aa5b1';

export const hrPanels: Layout = async (seed) => {
  const it = open('hr-panels', seed, {
    sectors: ['office', 'hospital'],
    words: [WORDS],
    dates: ['MM/DD/YYYY'],
    names: ['short', 'full'],
    pay: { deductions_max: 10 },
  });
  const { sheet, random, check } = it;
  const [left, split, right] = [24, 372, 588];
  sheet.field('employer_name', it.employer_name, left, 22, { size: 12, bold: true, width: 300 });
  const street = it.employer_address.join(', ');
  sheet.text(street, left, 38, { size: 8, width: 320 });
  sheet.record('employer_address', street);
  sheet.text('Payslip', right, 20, { size: 18, align: 'right', color: '#47566b' });
  sheet.field('employee_name', it.employee_name, left, 58, { size: 9, width: 250 });
  sheet.address('employee_address', it.employee_address, left, 69, { size: 8.5 });

  const facts: Fact[] = [
    ['Employee ID', 'employee_id', it.employee_id],
    ['Pay Period Begin', 'period_start', it.period_start],
    ['Pay Period End', 'period_end', it.period_end],
    ['Check Date', 'pay_date', it.pay_date],
    ['Check Number', 'check_number', it.check_number],
  ];
  const wide = (right - left) / facts.length;
  for (const [index, fact] of facts.entries())
    cell(sheet, fact, { x: left + index * wide, y: 110, width: wide, height: 28 }, { stroke: LINE });

  const before = it.deductions.filter(({ pre_tax }) => pre_tax);
  const after = it.deductions.filter(({ pre_tax }) => !pre_tax);
  const matrix: [string, string, Sum][] = [
    ['Hours Worked', '', check.hours],
    ['Gross Pay', 'gross_pay', check.gross],
    ['Pre Tax Deductions', '', sumOf(before)],
    ['Employee Taxes', 'total_taxes', check.total_taxes],
    ['Post Tax Deductions', '', sumOf(after)],
    ['Net Pay', 'net_pay', check.net],
  ];
  let y = 148;
  sheet.box(left, y, right - left, 13, { fill: BAR, stroke: LINE });
  for (const at of [y + 13, y + 26]) sheet.box(left, at, right - left, 13, { stroke: LINE });
  sheet.text('Current', left + 4, y + 16, { size: 8 });
  sheet.text('YTD', left + 4, y + 29, { size: 8 });
  for (const [index, [label, name, sum]] of matrix.entries()) {
    const edge = left + 120 + index * 88;
    sheet.text(label, edge, y + 3, { size: 7.5, bold: true, align: 'right', width: 82 });
    const figures: [string, Shown, number][] = [
      [name, money(sum.current), y + 16],
      [name && `${name}_ytd`, money(sum.ytd), y + 29],
    ];
    for (const [field, shown, at] of figures) {
      const style = { size: 8, align: 'right' } as const;
      if (field) sheet.field(field, shown, edge, at, style);
      else sheet.text(shown.text, edge, at, style);
    }
  }
  y += 50;

  const style = { size: 7.5 };
  const frame = (title: string, from: number, to: number, top: number, draw: (at: number) => number, sum?: Sum) => {
    sheet.box(from, top, to - from, 13, { fill: BAR, stroke: LINE });
    sheet.text(title, (from + to) / 2, top + 3, { size: 8, bold: true, align: 'center' });
    let end = draw(top + 16);
    if (sum) {
      sheet.rule(from, end - 1, to, end - 1, { color: LINE });
      sheet.text(title, from + 4, end + 2, { ...style, bold: true });
      sheet.text(money(sum.current).text, to - 58, end + 2, { ...style, bold: true, align: 'right' });
      sheet.text(money(sum.ytd).text, to - 4, end + 2, { ...style, bold: true, align: 'right' });
      end += 13;
    }
    sheet.box(from, top, to - from, end - top, { stroke: LINE });
    return end;
  };
  const list = (into: string | undefined, rows: readonly Named[], from: number, to: number) => (at: number) =>
    sheet.table({
      ...(into && { into }),
      y: at,
      step: 10.5,
      style,
      headStep: 11,
      rows,
      columns: [
        names('Description', from + 4, to - from - 122),
        amounts('current', 'Amount', to - 58, 56),
        amounts('ytd', 'YTD', to - 4, 54),
      ],
    });
  const days = it.period(' - ');
  const earnings = (at: number) =>
    sheet.table<Timed>({
      into: 'earnings',
      y: at,
      step: 10.5,
      style,
      headStep: 11,
      rows: it.earnings,
      columns: [
        names('Description', left + 4, 74),
        { title: 'Dates', x: left + 80, width: 92, of: ({ current }) => (current === 0 ? '' : days) },
        workedHours('Hours', left + 202, 27),
        rates('Rate', left + 236, 30, (cents) => money(cents)),
        amounts('current', 'Amount', split - 8 - 58, 46, money, true),
        amounts('ytd', 'YTD', split - 8 - 4, 52),
      ],
    });
  const [one, two] = [split - 8, split];
  let end = Math.max(
    frame('Earnings', left, one, y, earnings, check.gross),
    frame('Employee Taxes', two, right, y, list('taxes', it.taxes, two, right), check.total_taxes),
  );
  y = end + 8;
  end = Math.max(
    frame('Pre Tax Deductions', left, one, y, list('deductions', before, left, one), sumOf(before)),
    frame('Post Tax Deductions', two, right, y, list('deductions', after, two, right), sumOf(after)),
  );
  y = end + 8;
  const fica = before.filter(({ kind }) => !['k401', 'k403', 'k457', 'pension'].includes(kind));
  const section125 = sumOf(fica);
  const wages = { current: check.gross.current - section125.current, ytd: check.gross.ytd - section125.ytd };
  const taxable: Named[] = [
    { name: 'OASDI - Taxable Wages', ...wages },
    { name: 'Medicare - Taxable Wages', ...wages },
    { name: 'Federal - Taxable Wages', ...check.federal_wages },
  ];
  end = Math.max(
    frame(
      'Employer Paid Benefits',
      left,
      one,
      y,
      list('employer_contributions', it.contributions, left, one),
      sumOf(it.contributions),
    ),
    frame('Taxable Wages', two, right, y, list(undefined, taxable, two, right)),
  );
  y = end + 8;
  if (check.accounts.length > 0) {
    const accounts = check.accounts.map((account) => ({ ...account, bank: newBank(random) }));
    y = frame('Payment Information', left, right, y, (at) =>
      sheet.table({
        into: 'distributions',
        y: at,
        step: 10.5,
        style,
        headStep: 11,
        rows: accounts,
        columns: [
          { key: 'description', title: 'Bank', x: left + 4, width: 160, of: ({ bank }) => bank },
          {
            key: 'account_mask',
            title: 'Account Number',
            x: left + 200,
            width: 100,
            of: ({ mask }) => it.account(mask),
          },
          {
            key: 'current',
            title: 'Payment Amount',
            x: right - 4,
            width: 100,
            align: 'right',
            of: ({ current }) => inUsd(current),
          },
        ],
      }),
    );
    y += 8;
  }
  if (check.leaves.length > 0)
    frame('Absence Plans', left, one, y, (at) =>
      sheet.table({
        y: at,
        step: 10.5,
        style,
        headStep: 11,
        rows: check.leaves,
        columns: [
          {
            title: 'Description',
            x: left + 4,
            width: 90,
            of: ({ kind }) => ({ vacation: 'Vacation', sick: 'Sick Time', personal: 'Floating Holiday' })[kind],
          },
          { title: 'Accrued', x: left + 180, width: 60, align: 'right', of: ({ accrued }) => money(accrued).text },
          { title: 'Reduced', x: left + 244, width: 60, align: 'right', of: ({ used }) => money(used).text },
          { title: 'Available', x: one - 4, width: 60, align: 'right', of: ({ balance }) => money(balance).text },
        ],
      }),
    );
  return sheet.done();
};

const inUsd = (cents: number): Shown => ({ text: `${money(cents).text} USD`, truth: money(cents).truth });
