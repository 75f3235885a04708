// The pay statement of a uniformed service: a grid of cells in capital letters, with entitlements and deductions beside
// a summary.
import type { Layout } from '../../sample.ts';
import { money, moneyText, plain } from '../formats.ts';
import { open } from '../open.ts';
import { paidNow } from '../stub.ts';
import { CODES, wordsLike } from '../words.ts';
import { type Fact, type Named, stacked } from './kit.ts';

const WORDS = wordsLike(CODES, {
  earnings: {
    salary: 'BASE PAY',
    allowance: 'BAS',
    longevity: 'SAVE PAY',
    housing: 'BAH',
    holiday: 'HOLIDAY PAY',
    pto: 'LEAVE PAY',
    sick: 'SICK PAY',
  },
  taxes: {
    federal: 'FEDERAL TAXES',
    social_security: 'FICA-SOC SECURITY',
    medicare: 'FICA-MEDICARE',
    state: 'STATE TAXES',
  },
  deductions: {
    life: 'SGLI',
    pension: 'RETIREMENT',
    k457: 'TSP',
    medical: 'TRICARE',
    dental: 'DENTAL',
    vision: 'VISION',
    union: 'AFRH',
    charity: 'RELIEF FUND',
    support: 'CHILD SUPPORT',
    garnishment: 'GARNISHMENT',
  },
});
const SERVICES = ['TERRITORIAL GUARD SERVICE', 'COASTAL PATROL', 'HARBOR RESCUE CORPS', 'STATE RANGER SERVICE'];

export const serviceGrid: Layout = async (seed) => {
  const it = open('service-grid', seed, {
    sectors: ['agency'],
    words: [WORDS],
    dates: ['DD-MON-YYYY', 'DD Mon YYYY', 'MM/DD/YYYY'],
    names: ['last-first'],
    face: 'mono',
    upper: () => true,
    pay: { salaried: true, frequency: seed % 2 === 0 ? 'monthly' : 'semimonthly', deductions_max: 8 },
  });
  const { sheet, check } = it;
  const [left, right] = [28, 584];
  sheet.text('MEMBER LEAVE AND EARNINGS RECORD', 306, 22, { size: 10, bold: true, align: 'center' });
  const cell = (fact: Fact, x: number, y: number, width: number) => {
    sheet.box(x, y, width, 26);
    stacked(sheet, fact, x + 3, y + 3, { label: { size: 5.5 }, value: { size: 8.5, width: width - 6 }, drop: 10 });
  };
  const rowOf = (facts: readonly (readonly [Fact, number])[], y: number) => {
    let x = left;
    for (const [fact, width] of facts) {
      cell(fact, x, y, width);
      x += width;
    }
  };
  const service = plain(SERVICES[seed % SERVICES.length] ?? '');
  rowOf(
    [
      [['NAME (LAST, FIRST, MI)', 'employee_name', it.employee_name], 200],
      [['SOC. SEC. NO.', 'employee_ssn', it.employee_ssn], 100],
      [['GRADE', '', plain('E5')], 40],
      [['YRS SVC', '', plain('08')], 46],
      [['EMPLOYING SERVICE', 'employer_name', service], 170],
    ],
    36,
  );
  rowOf(
    [
      [['PERIOD FROM', 'period_start', it.period_start], 110],
      [['PERIOD TO', 'period_end', it.period_end], 110],
      [['PAYDAY', 'pay_date', it.pay_date], 110],
      [['DSSN', '', plain(it.stub.department)], 60],
      [['MEMBER ID', 'employee_id', it.employee_id], 166],
    ],
    62,
  );
  const thirds = [left, left + 200, left + 400] as const;
  const top = 92;
  const heads = ['ENTITLEMENTS', 'DEDUCTIONS', 'SUMMARY'] as const;
  for (const [index, x] of thirds.entries()) {
    const width = index === 2 ? right - x : 200;
    sheet.box(x, top, width, 14, { fill: '#dddddd', stroke: '#000000' });
    sheet.text(heads[index] ?? '', x + width / 2, top + 4, { size: 8, bold: true, align: 'center' });
    sheet.box(x, top + 14, width, 190);
    sheet.text('TYPE', x + 4, top + 17, { size: 6.5 });
    sheet.text('AMOUNT', x + width - 4, top + 17, { size: 6.5, align: 'right' });
  }
  const letters = 'ABCDEFGHIJKLMNOPQRST';
  const list = (rows: readonly (readonly [string, Named])[], x: number) => {
    for (const [index, [into, { name, current }]] of rows.entries()) {
      const y = top + 28 + index * 11;
      sheet.text(letters[index] ?? '', x + 4, y, { size: 8 });
      sheet.text(name, x + 16, y, { size: 8, width: 120 });
      sheet.text(moneyText(current, { comma: false }), x + 196, y, { size: 8, align: 'right' });
      sheet.row(into, { description: name, current: money(current) });
    }
  };
  list(
    paidNow(it.earnings).map((row) => ['earnings', row] as const),
    thirds[0],
  );
  list(
    [
      ...paidNow(it.taxes).map((row) => ['taxes', row] as const),
      ...paidNow(it.deductions).map((row) => ['deductions', row] as const),
    ],
    thirds[1],
  );
  const withheld = check.total_taxes.current + check.total_deductions.current;
  const summary: [string, string, number][] = [
    ['+AMT FWD', '', 0],
    ['+TOT ENT', 'gross_pay', check.gross.current],
    ['-TOT WITHHELD', '', withheld],
    ['-TOT ALMT', '', 0],
    ['=NET AMT', 'net_pay', check.net.current],
    ['-CR FWD', '', 0],
  ];
  for (const [index, [label, name, cents]] of summary.entries()) {
    const y = top + 28 + index * 14;
    sheet.text(label, thirds[2] + 4, y, { size: 8 });
    const shown = cents === 0 ? plain('.00') : money(cents, { comma: false });
    if (name) sheet.field(name, shown, right - 4, y, { size: 8, align: 'right' });
    else sheet.text(shown.text, right - 4, y, { size: 8, align: 'right' });
  }
  let y = top + 212;
  const third = (right - left) / 4;
  const year: Fact[] = [
    ['WAGES YTD', '', money(check.federal_wages.ytd, { comma: false })],
    ['FED TAX YTD', '', money(check.taxes.find(({ kind }) => kind === 'federal')?.ytd ?? 0, { comma: false })],
    ['GROSS ENT YTD', 'gross_pay_ytd', money(check.gross.ytd, { comma: false })],
    ['NET YTD', 'net_pay_ytd', money(check.net.ytd, { comma: false })],
  ];
  for (const [index, fact] of year.entries()) cell(fact, left + index * third, y, third);
  y += 34;
  sheet.text('LEAVE', left, y, { size: 8, bold: true });
  for (const [index, [label, days]] of [
    ['BF BAL', '18.5'],
    ['ERND', '22.5'],
    ['USED', '11'],
    ['CR BAL', '30.0'],
    ['ETS BAL', '62.0'],
  ].entries())
    cell([label ?? '', '', plain(days ?? '')], left + 60 + index * 70, y - 6, 70);
  y += 34;
  for (const [index, { mask, current }] of check.accounts.entries()) {
    const account = it.account(mask);
    const x = sheet.text(`DIRECT DEPOSIT ${index + 1}`, left, y, { size: 8 });
    const after = sheet.text(account.text, x + 12, y, { size: 8 });
    sheet.text(moneyText(current, { comma: false }), Math.max(after + 30, 330), y, { size: 8, align: 'right' });
    sheet.row('distributions', {
      description: `DIRECT DEPOSIT ${index + 1}`,
      account_mask: account,
      current: money(current),
    });
    y += 11;
  }
  y += 6;
  sheet.box(left, y, right - left, 62);
  sheet.lines(
    [
      'REMARKS:',
      'YOUR NEXT PHYSICAL READINESS TEST IS DUE. SEE YOUR UNIT CLERK FOR A DATE.',
      'LEAVE ABOVE 60.0 DAYS IS LOST AT THE END OF THE FISCAL YEAR.',
      `MAIL: ${it.employee_address.join(', ')}`,
    ],
    left + 4,
    y + 6,
    { size: 7.5, step: 13 },
  );
  sheet.record('employee_address', it.employee_address.join(', '));
  return sheet.done();
};
