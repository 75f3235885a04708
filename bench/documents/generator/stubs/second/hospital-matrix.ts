// A hospital's pay stub in tiny print. It is a ruled table with a column for each kind of figure. Taxable wages are
// beside each tax, and leave accruals are shown.
import type { Layout } from '../../sample.ts';
import { hours, money, NOTHING, plain, unlessZero } from '../formats.ts';
import { open } from '../open.ts';
import { CLINIC, wordsLike } from '../words.ts';
import { beside, type Fact } from './kit.ts';

const WORDS = wordsLike(CLINIC, {
  earnings: {
    regular: 'REG PROD',
    overtime: 'OVERTIME',
    double_time: 'DBL TIME',
    evening: 'EVE DIFF',
    night: 'NOC DIFF',
    weekend: 'WKND DIFF',
    on_call: 'STANDBY',
    charge: 'CHARGE RN',
    pto: 'PTO',
    holiday: 'HOLIDAY WKD',
  },
  taxes: { federal: 'FWT', social_security: 'OASDI EE', medicare: 'MEDICARE EE', state: '{state} SWT' },
  deductions: {
    medical: 'MEDICAL PPO',
    dental: 'DENTAL',
    vision: 'VISION',
    k403: '403B RET',
    union: 'NURSES ASSN',
    charity: 'FOUNDATION GIFT',
  },
});

type Cell = readonly [title: string, x: number];

export const hospitalMatrix: Layout = async (seed) => {
  const it = open('hospital-matrix', seed, {
    sectors: ['hospital'],
    words: [WORDS],
    dates: ['MM/DD/YYYY', 'MM.DD.YYYY'],
    names: ['last-first', 'initial'],
    upper: () => true,
    pay: { frequency: 'biweekly' },
  });
  const { sheet, random, check } = it;
  const [left, right] = [20, 592];
  const tiny = { size: 6.8 };
  sheet.field('employer_name', it.employer_name, left, 22, { size: 10, bold: true, width: 300 });
  sheet.address('employer_address', it.employer_address, left, 34, { size: 7 });
  const facts: Fact[] = [
    ['PAY BEGIN', 'period_start', it.period_start],
    ['PAY END', 'period_end', it.period_end],
    ['PAYMENT DATE', 'pay_date', it.pay_date],
    ['ADVICE', 'check_number', it.check_number],
    ['PERSON NO', 'employee_id', it.employee_id],
    ['COST CTR', '', plain(it.stub.department)],
    ['FTE', '', plain('0.90')],
    ['BASE RATE', '', money(check.rate)],
  ];
  for (const [index, fact] of facts.entries()) {
    const x = 350 + Math.floor(index / 4) * 130;
    beside(sheet, fact, x, 22 + (index % 4) * 10, { label: tiny, value: { ...tiny, bold: true }, edge: x + 108 });
  }
  sheet.field('employee_name', it.employee_name, left, 72, { size: 8.5, bold: true });
  sheet.text(it.stub.title.toUpperCase(), left + 200, 73, tiny);
  let y = 90;
  const step = 9;
  const grid = (
    from: number,
    to: number,
    heads: readonly Cell[],
    rows: readonly (readonly string[])[],
    title: string,
  ) => {
    const top = y;
    sheet.box(from, top, to - from, 10, { fill: '#cfd8dc', stroke: '#000000' });
    sheet.text(title, from + 3, top + 2, { ...tiny, bold: true });
    let at = top + 12;
    for (const [head, x] of heads) sheet.text(head, x, at, { ...tiny, align: x === from + 3 ? 'left' : 'right' });
    at += step;
    sheet.rule(from, at, to, at, { width: 0.3 });
    at += 2;
    for (const cells of rows) {
      for (const [index, cell] of cells.entries()) {
        const x = heads[index]?.[1] ?? 0;
        sheet.text(cell, x, at, { ...tiny, align: index === 0 ? 'left' : 'right', width: index === 0 ? 90 : 60 });
      }
      at += step;
    }
    sheet.box(from, top, to - from, at - top + 1, { stroke: '#000000' });
    for (const [, x] of heads.slice(1)) sheet.rule(x + 4, top + 10, x + 4, at + 1, { width: 0.3 });
    return at + 1;
  };
  const earnings = it.earnings.map((row) => {
    const cells = {
      rate: row.rate ? hours(row.rate, 4) : NOTHING,
      hours: row.hours ? hours(row.hours) : NOTHING,
      current: unlessZero(row.current, money),
      ytd: money(row.ytd),
    };
    sheet.row('earnings', { description: row.name, ...cells });
    return [
      row.name,
      cells.hours.text,
      cells.rate.text,
      cells.current.text,
      row.hours_ytd ? hours(row.hours_ytd).text : '',
      cells.ytd.text,
    ];
  });
  const split = 330;
  const earned = grid(
    left,
    split,
    [
      ['TYPE', left + 3],
      ['HRS', 142],
      ['RATE', 184],
      ['EARNED', 232],
      ['YTD HRS', 276],
      ['YTD EARNED', 326],
    ],
    earnings,
    'HOURS & EARNINGS',
  );
  const taxes = it.taxes.map((row) => {
    const cells = { current: money(row.current), ytd: money(row.ytd) };
    sheet.row('taxes', { description: row.name, ...cells });
    const wages = row.kind === 'federal' ? check.federal_wages.current : check.gross.current;
    return [row.name, money(wages).text, cells.current.text, cells.ytd.text];
  });
  let low = grid(
    split + 8,
    right,
    [
      ['TAX', split + 11],
      ['TAXABLE', 480],
      ['TAX', 530],
      ['TAX YTD', 588],
    ],
    taxes,
    'TAXES',
  );
  const deductions = it.deductions.map((row) => {
    const cells = { current: unlessZero(row.current, money), ytd: money(row.ytd) };
    sheet.row('deductions', { description: row.name, ...cells });
    return [row.name, row.pre_tax ? 'Y' : 'N', cells.current.text, cells.ytd.text];
  });
  if (deductions.length > 0) {
    y = low + 6;
    low = grid(
      split + 8,
      right,
      [
        ['CODE', split + 11],
        ['PRETAX', 480],
        ['AMOUNT', 530],
        ['AMT YTD', 588],
      ],
      deductions,
      'DEDUCTIONS',
    );
  }
  y = earned + 6;
  const accruals = check.leaves.map(({ kind, accrued, used, balance }) => [
    { vacation: 'PTO BANK', sick: 'EIB', personal: 'EDUC LEAVE' }[kind],
    hours(balance - accrued + used).text,
    hours(accrued).text,
    hours(used).text,
    hours(balance).text,
  ]);
  const left_low = grid(
    left,
    split,
    [
      ['BANK', left + 3],
      ['BEGIN', 150],
      ['ACCRUED', 208],
      ['TAKEN', 266],
      ['END', 326],
    ],
    accruals,
    'ACCRUAL BANKS (HOURS)',
  );
  y = Math.max(low, left_low) + 8;
  const width = (right - left) / 4;
  for (const [index, [label, name, { current, ytd }]] of (
    [
      ['GROSS EARNINGS', 'gross_pay', check.gross],
      ['TAXES', 'total_taxes', check.total_taxes],
      ['DEDUCTIONS', 'total_deductions', check.total_deductions],
      ['NET PAY', 'net_pay', check.net],
    ] as const
  ).entries()) {
    const x = left + index * width;
    sheet.box(x, y, width, 32, { stroke: '#000000' });
    sheet.text(label, x + width / 2, y + 3, { ...tiny, bold: true, align: 'center' });
    sheet.text('CUR', x + 4, y + 13, tiny);
    sheet.field(name, money(current), x + width - 4, y + 13, { size: 7.5, bold: true, align: 'right' });
    sheet.text('YTD', x + 4, y + 23, tiny);
    sheet.field(`${name}_ytd`, money(ytd), x + width - 4, y + 23, { size: 7.5, align: 'right' });
  }
  y += 42;
  if (check.accounts.length > 0) {
    const accounts = check.accounts.map(({ kind, mask, current }) => {
      const account = it.account(mask);
      const description = kind === 'checking' ? 'CHECKING' : 'SAVINGS';
      sheet.row('distributions', { description, account_mask: account, current: money(current) });
      return [description, account.text, money(current).text];
    });
    y =
      grid(
        left,
        split,
        [
          ['DEPOSIT', left + 3],
          ['ACCOUNT', 220],
          ['AMOUNT', 326],
        ],
        accounts,
        'NET PAY DISTRIBUTION',
      ) + 8;
  }
  if (random.chance(0.6))
    sheet.lines(
      [
        'FLU SHOTS ARE FREE FOR STAFF AT EMPLOYEE HEALTH, MON-FRI 0700-1530.',
        'DIRECT DEPOSIT CHANGES MUST BE ENTERED BY THE WEDNESDAY BEFORE PAYDAY.',
      ],
      left,
      y,
      { size: 6.5 },
    );
  return sheet.done();
};
