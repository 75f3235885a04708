// Half a page of a preprinted form, filled in with a typewriter font. It has small preprinted labels and ruled columns.
// One list contains both the taxes and the deductions.
import type { Layout } from '../../sample.ts';
import { hours, money, moneyText, type Shown, unlessZero } from '../formats.ts';
import { open } from '../open.ts';
import { amounts, type Fact, names, put, type Timed, workedHours } from '../second/kit.ts';
import { CODES, wordsLike } from '../words.ts';

const WORDS = wordsLike(CODES, {
  earnings: {
    salary: 'SALARY',
    regular: 'REGULAR',
    overtime: 'OVERTIME',
    double_time: 'DBL TIME',
    holiday: 'HOLIDAY',
    pto: 'VACATION',
    commission: 'COMMISSN',
    allowance: 'TOOL ALLOW',
    training: 'TRAINING',
  },
  taxes: {
    federal: 'FED WH',
    social_security: 'SOC SEC',
    medicare: 'MEDICARE',
    state: '{state} WH',
    disability: '{state} SDI',
    family_leave: '{state} PFL',
    unemployment: '{state} SUI',
    local: 'CITY WH',
  },
  deductions: {
    medical: 'HEALTH',
    dental: 'DENTAL',
    vision: 'VISION',
    k401: '401K',
    loan: 'LOAN',
    support: 'CH SUPPORT',
    union: 'UNION',
  },
});

export const bursterForm: Layout = async (seed) => {
  const it = open('burster-form', seed, {
    sectors: ['trade', 'shop'],
    words: [WORDS],
    dates: ['MM/DD/YY', 'MM-DD-YYYY'],
    names: ['last-first', 'initial'],
    size: [612, 396],
    upper: () => true,
    pay: { deductions_max: 5 },
  });
  const { sheet, check } = it;
  const [left, split, right] = [24, 318, 588];
  const typed = { size: 8.5, face: 'mono' } as const;
  const printed = { size: 5.5, color: '#24506b' };
  const ink = '#24506b';

  sheet.field('employer_name', it.employer_name, left, 18, { ...typed, size: 10, bold: true, width: 300 });
  const street = it.employer_address.join(', ');
  sheet.text(street, left, 31, { ...typed, size: 7.5, width: 330 });
  sheet.record('employer_address', street);
  sheet.text('STATEMENT OF EARNINGS AND DEDUCTIONS', right, 18, { size: 8, color: ink, align: 'right' });
  sheet.text('DETACH AND RETAIN FOR YOUR RECORDS', right, 29, { ...printed, align: 'right' });

  const facts: [Fact, number][] = [
    [['EMPLOYEE', 'employee_name', it.employee_name], 180],
    [['EMPL. NO.', 'employee_id', it.employee_id], 72],
    [['SOC. SEC. NO.', 'employee_ssn', it.employee_ssn], 92],
    [['PERIOD ENDING', 'period_end', it.period_end], 76],
    [['CHECK DATE', 'pay_date', it.pay_date], 76],
    [['CHECK NO.', 'check_number', it.check_number], 68],
  ];
  let x = left;
  for (const [[label, name, shown], width] of facts) {
    sheet.box(x, 46, width, 26, { stroke: ink });
    sheet.text(label, x + 3, 48.5, printed);
    put(sheet, name, shown, x + 3, 58.5, { ...typed, width: width - 6 });
    x += width;
  }

  const top = 78;
  const bottom = 300;
  const edges = { hours: 134, rate: 182, current: 244, ytd: split - 4 };
  sheet.box(left, top, right - left, 14, { fill: '#d7e4ec' });
  sheet.box(left, top, right - left, bottom - top, { stroke: ink });
  const heads: [string, number, 'left' | 'right'][] = [
    ['EARNINGS', left + 4, 'left'],
    ['HOURS', edges.hours, 'right'],
    ['RATE', edges.rate, 'right'],
    ['THIS PERIOD', edges.current, 'right'],
    ['YEAR TO DATE', edges.ytd, 'right'],
    ['TAXES AND OTHER DEDUCTIONS', split + 4, 'left'],
    ['THIS PERIOD', 510, 'right'],
    ['YEAR TO DATE', right - 4, 'right'],
  ];
  for (const [title, at, align] of heads) sheet.text(title, at, top + 4.5, { ...printed, align });
  for (const at of [94, 140, 188, 250, split, 442, 516]) sheet.rule(at, top, at, bottom, { color: ink, width: 0.4 });
  sheet.rule(split, top, split, bottom, { color: ink, width: 1.2 });

  const plainMoney = (cents: number): Shown => money(cents, { comma: false });
  sheet.table<Timed>({
    into: 'earnings',
    y: top + 18,
    step: 11,
    style: typed,
    head: null,
    rows: it.earnings,
    columns: [
      names('', left + 4, 66),
      workedHours('', edges.hours, 38),
      {
        key: 'rate',
        title: '',
        x: edges.rate,
        width: 44,
        align: 'right',
        of: ({ rate }) => unlessZero(rate, (cents) => hours(cents, 4)),
      },
      amounts('current', '', edges.current, 54, plainMoney, true),
      amounts('ytd', '', edges.ytd, 60, plainMoney),
    ],
  });
  let y = top + 18;
  for (const [into, rows] of [
    ['taxes', it.taxes],
    ['deductions', it.deductions],
  ] as const) {
    y = sheet.table({
      into,
      y,
      step: 11,
      style: typed,
      head: null,
      rows,
      columns: [
        names('', split + 4, 116),
        amounts('current', '', 510, 62, plainMoney, true),
        amounts('ytd', '', right - 4, 64, plainMoney),
      ],
    });
  }

  const withheld = {
    current: check.total_taxes.current + check.total_deductions.current,
    ytd: check.total_taxes.ytd + check.total_deductions.ytd,
  };
  const boxes: [string, string, number][] = [
    ['GROSS EARNINGS', 'gross_pay', check.gross.current],
    ['GROSS Y.T.D.', 'gross_pay_ytd', check.gross.ytd],
    ['TOTAL WITHHELD', '', withheld.current],
    ['WITHHELD Y.T.D.', '', withheld.ytd],
    ['NET PAY', 'net_pay', check.net.current],
  ];
  const wide = (right - left) / boxes.length;
  for (const [index, [label, name, cents]] of boxes.entries()) {
    const at = left + index * wide;
    const strong = name === 'net_pay';
    sheet.box(at, 304, wide, 28, { stroke: ink, width: strong ? 1.6 : 0.5 });
    sheet.text(label, at + 3, 306.5, printed);
    put(sheet, name, plainMoney(cents), at + wide - 5, 317, { ...typed, size: 9.5, bold: strong, align: 'right' });
  }
  for (const [index, { kind, mask, current }] of check.accounts.entries()) {
    const description = kind === 'checking' ? 'CHECKING' : 'SAVINGS';
    const account = it.account(mask);
    const at = 340 + index * 11;
    const after = sheet.text('DEPOSITED', left, at, { ...typed, size: 8 });
    const kindEnd = sheet.text(description, after + 8, at, { ...typed, size: 8 });
    sheet.text(account.text, kindEnd + 8, at, { ...typed, size: 8 });
    sheet.text(moneyText(current, { comma: false }), 300, at, { ...typed, size: 8, align: 'right' });
    sheet.row('distributions', { description, account_mask: account, current: plainMoney(current) });
  }
  const leaves = { vacation: 'VAC', sick: 'SICK', personal: 'PERS' };
  for (const [index, { kind, balance }] of check.leaves.entries())
    sheet.text(`${leaves[kind]} HRS AVAIL ${hours(balance).text}`, right, 340 + index * 11, {
      ...typed,
      size: 8,
      align: 'right',
    });
  return sheet.done();
};
