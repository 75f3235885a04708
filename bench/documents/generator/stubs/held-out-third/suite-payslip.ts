// The payslip of an HR suite. The person, the company and the dates are in one row. A table of totals follows, with a
// row for this pay and a row for the year, and then ruled tables in pairs. Deductions before tax and deductions after
// tax have separate totals, and there is no total of all deductions.
import type { DeductionKind } from '../../pay-figures.ts';
import { newBank } from '../../people.ts';
import type { Layout } from '../../sample.ts';
import { hours, money, NOTHING, plain, type Shown } from '../formats.ts';
import { open } from '../open.ts';
import { type Fact, type Named, put, sumOf } from '../second/kit.ts';
import { LONG, wordsLike } from '../words.ts';

const WORDS = wordsLike(LONG, {
  earnings: {
    salary: 'Regular Salary',
    regular: 'Regular',
    overtime: 'Overtime 1.5',
    double_time: 'Double Time 2.0',
    evening: 'Evening Shift Diff',
    night: 'Night Shift Diff',
    weekend: 'Weekend Shift Diff',
    on_call: 'On Call Pay',
    charge: 'Charge Pay',
    holiday: 'Holiday',
    pto: 'Paid Time Off',
    sick: 'Sick Time',
    bonus: 'Bonus - Annual Incentive',
    commission: 'Commission',
    allowance: 'Mobile Phone Allowance',
  },
  taxes: {
    federal: 'Federal Withholding',
    social_security: 'OASDI',
    medicare: 'Medicare',
    state: 'State Tax - {state}',
    disability: '{state} SDI - Employee',
    family_leave: 'Paid Family Leave - {state}',
    unemployment: 'SUI-Employee Paid - {state}',
    long_term_care: 'WA Cares LTSS',
    transit: 'Oregon Statewide Transit',
    local: 'City Tax - {city}',
    local_services: 'LST - {city}',
  },
  deductions: {
    medical: 'Medical - PPO',
    dental: 'Dental',
    vision: 'Vision',
    hsa: 'HSA Employee',
    fsa: 'Health Care FSA',
    commuter: 'Transit Pre Tax',
    k401: '401(k) Pre Tax',
    k403: '403(b) Pre Tax',
    roth: 'Roth',
    life: 'Supplemental Life - EE',
    stock: 'ESPP',
  },
  contributions: {
    match: 'Retirement Plan Match',
    medical: 'Medical - PPO (ER)',
    dental: 'Dental (ER)',
    hsa: 'HSA Employer',
    life: 'Basic Life (ER)',
    social_security: 'OASDI - Employer Paid',
    medicare: 'Medicare - Employer Paid',
  },
});
const STATUSES = {
  single: 'Single or Married filing separately',
  married: 'Married filing jointly',
  head: 'Head of Household',
};
/** Deductions that reduce the wages on which social security and Medicare are withheld. */
const CAFETERIA: ReadonlySet<DeductionKind> = new Set(['medical', 'dental', 'vision', 'hsa', 'fsa', 'commuter']);

type Opened = ReturnType<typeof open>;
type Cell = { text: string; edge?: number; x?: number; width: number };
type Frame = { title: string; x: number; right: number };

const [LEFT, RIGHT] = [30, 582];
const [HALF, OTHER] = [302, 310];
const STEP = 11.5;
const TEXT = { size: 7.5 };
const LINE = { width: 0.4, color: '#a9b0b8' };

export const suitePayslip: Layout = async (seed) => {
  const it = open('suite-payslip', seed, {
    sectors: ['office', 'hospital', 'office', 'shop'],
    words: [WORDS],
    dates: ['MM/DD/YYYY'],
    names: ['full', 'initial', 'short'],
  });
  printHeads(it);
  let y = printTotals(it, 158);
  const earned = printEarnings(it, y);
  const taxed = printAmounts(it, { title: 'Employee Taxes', x: 372, right: RIGHT }, it.taxes, y, 'taxes');
  y = Math.max(earned, taxed);
  const before = it.deductions.filter(({ pre_tax }) => pre_tax);
  const after = it.deductions.filter(({ pre_tax }) => !pre_tax);
  const pairs: [string, string, readonly Named[]][][] = [
    [
      ['Pre Tax Deductions', 'deductions', before],
      ['Post Tax Deductions', 'deductions', after],
    ],
    [
      ['Employer Paid Benefits', 'employer_contributions', it.contributions],
      ['Taxable Wages', '', taxableWages(it)],
    ],
  ];
  for (const pair of pairs) {
    const ends = pair.map(([title, into, own], index) => {
      const frame = index === 0 ? { title, x: LEFT, right: HALF } : { title, x: OTHER, right: RIGHT };
      return own.length > 0 ? printAmounts(it, frame, own, y, into) : y;
    });
    y = Math.max(...ends);
  }
  y = Math.max(printWithholding(it, y), printAbsence(it, y));
  if (it.check.accounts.length > 0) printPayment(it, y);
  return it.sheet.done();
};

/** Prints the title and the column heads of a table. Returns the y of its first row. */
function printHead({ sheet }: Opened, { title, x, right }: Frame, heads: readonly Cell[], y: number): number {
  sheet.box(x, y, right - x, 12, { fill: '#d9dee4' });
  sheet.text(title, (x + right) / 2, y + 2.8, { ...TEXT, bold: true, align: 'center' });
  printRow({ sheet }, heads, y + 14.5, true);
  sheet.rule(x, y + 24.5, right, y + 24.5, LINE);
  return y + 27;
}

function printRow({ sheet }: Pick<Opened, 'sheet'>, cells: readonly Cell[], y: number, bold = false): void {
  for (const { text, x, edge, width } of cells) {
    if (edge === undefined) sheet.text(text, x ?? LEFT, y, { ...TEXT, bold, width });
    else sheet.text(text, edge, y, { ...TEXT, bold, width, align: 'right' });
  }
}

/** Closes the frame of a table, and returns the y at which the next table begins. */
function endFrame({ sheet }: Opened, { x, right }: Frame, from: number, to: number): number {
  sheet.box(x, from, right - x, to - from, { stroke: LINE.color, width: LINE.width });
  return to + 9;
}

function printHeads(it: Opened): void {
  const { sheet, stub, check } = it;
  sheet.field('employer_name', it.employer_name, LEFT, 32, { size: 11, bold: true, width: 300 });
  const address = plain(it.employer_address.join(', '));
  sheet.field('employer_address', address, LEFT, 47, { size: 8, width: 300 });
  sheet.text(stub.employer.phone, LEFT, 58, { size: 8 });
  sheet.text(it.employee_name.text, 372, 34, { size: 8.5, width: 210 });
  sheet.address('employee_address', it.employee_address, 372, 45, { size: 8.5, step: 11, width: 210 });
  const facts: Fact[] = [
    ['Name', 'employee_name', it.employee_name],
    ['Company', 'employer_name', it.employer_name],
    ['Employee ID', 'employee_id', it.employee_id],
    ['Pay Period Begin', 'period_start', it.period_start],
    ['Pay Period End', 'period_end', it.period_end],
    ['Check Date', 'pay_date', it.pay_date],
    ['Check Number', 'check_number', check.accounts.length === 0 ? it.check_number : NOTHING],
  ];
  const starts = [LEFT, 134, 276, 328, 396, 462, 520, RIGHT];
  sheet.box(LEFT, 108, RIGHT - LEFT, 13, { fill: '#d9dee4' });
  sheet.box(LEFT, 108, RIGHT - LEFT, 30, { stroke: LINE.color, width: LINE.width });
  for (const [index, [label, name, shown]] of facts.entries()) {
    const x = starts[index] ?? LEFT;
    const width = (starts[index + 1] ?? RIGHT) - x - 6;
    if (index > 0) sheet.rule(x, 108, x, 138, LINE);
    sheet.text(label, x + 3, 111, { ...TEXT, bold: true, width });
    put(sheet, name, shown, x + 3, 126, { ...TEXT, width });
  }
}

function printTotals({ sheet, check, deductions }: Opened, y: number): number {
  const before = sumOf(deductions.filter(({ pre_tax }) => pre_tax));
  const after = sumOf(deductions.filter(({ pre_tax }) => !pre_tax));
  const columns = [
    ['Hours Worked', '', check.hours, hours],
    ['Gross Pay', 'gross_pay', check.gross, money],
    ['Pre Tax Deductions', '', before, money],
    ['Employee Taxes', 'total_taxes', check.total_taxes, money],
    ['Post Tax Deductions', '', after, money],
    ['Net Pay', 'net_pay', check.net, money],
  ] as const;
  sheet.box(LEFT, y, RIGHT - LEFT, 13, { fill: '#d9dee4' });
  sheet.box(LEFT, y, RIGHT - LEFT, 41, { stroke: LINE.color, width: LINE.width });
  sheet.rule(LEFT, y + 27, RIGHT, y + 27, LINE);
  sheet.text('Current', LEFT + 3, y + 16.5, { ...TEXT, bold: true });
  sheet.text('YTD', LEFT + 3, y + 30.5, { ...TEXT, bold: true });
  for (const [index, [label, name, sum, show]] of columns.entries()) {
    const edge = 154 + index * 85;
    sheet.rule(edge - 82, y, edge - 82, y + 41, LINE);
    sheet.text(label, edge, y + 3, { ...TEXT, bold: true, align: 'right', width: 80 });
    put(sheet, name, show(sum.current), edge, y + 16.5, { ...TEXT, align: 'right' });
    put(sheet, name && `${name}_ytd`, show(sum.ytd), edge, y + 30.5, { ...TEXT, align: 'right' });
  }
  return y + 52;
}

function printEarnings(it: Opened, top: number): number {
  const { sheet, check } = it;
  const frame = { title: 'Earnings', x: LEFT, right: 364 };
  const cells = (name: string, dates: string, figures: readonly [string, string, string, string]): Cell[] => [
    { text: name, x: LEFT + 3, width: 84 },
    { text: dates, x: 120, width: 76 },
    { text: figures[0], edge: 230, width: 32 },
    { text: figures[1], edge: 268, width: 36 },
    { text: figures[2], edge: 314, width: 44 },
    { text: figures[3], edge: 361, width: 44 },
  ];
  let y = printHead(it, frame, cells('Description', 'Dates', ['Hours', 'Rate', 'Amount', 'YTD']), top);
  for (const row of it.earnings) {
    const time = row.hours ? hours(row.hours) : NOTHING;
    const rate = row.rate ? hours(row.rate, 4) : NOTHING;
    const dates = row.current === 0 ? '' : `${it.period_start.text}-${it.period_end.text}`;
    const [current, ytd] = [money(row.current), money(row.ytd)];
    printRow(it, cells(row.name, dates, [time.text, rate.text, current.text, ytd.text]), y);
    sheet.row('earnings', { description: row.name, hours: time, rate, current, ytd });
    y += STEP;
  }
  const { current, ytd } = check.gross;
  sheet.rule(LEFT, y - 1, frame.right, y - 1, LINE);
  printRow(it, cells('Earnings', '', ['', '', money(current).text, money(ytd).text]), y + 1.5, true);
  return endFrame(it, frame, top, y + STEP + 1);
}

/** Prints a table with a current and a year-to-date amount. The label of its total is the table's title. */
function printAmounts(it: Opened, frame: Frame, rows: readonly Named[], top: number, into: string): number {
  const cells = (name: string, current: string, ytd: string): Cell[] => [
    { text: name, x: frame.x + 3, width: frame.right - frame.x - 108 },
    { text: current, edge: frame.right - 52, width: 48 },
    { text: ytd, edge: frame.right - 3, width: 46 },
  ];
  let y = printHead(it, frame, cells('Description', 'Amount', 'YTD'), top);
  const shown = ({ current, ytd }: { current: number; ytd: number }): { current: Shown; ytd: Shown } => ({
    current: money(current),
    ytd: money(ytd),
  });
  for (const row of rows) {
    const { current, ytd } = shown(row);
    printRow(it, cells(row.name, current.text, ytd.text), y);
    if (into !== '') it.sheet.row(into, { description: row.name, current, ytd });
    y += STEP;
  }
  if (into === '') return endFrame(it, frame, top, y);
  const total = shown(sumOf(rows));
  it.sheet.rule(frame.x, y - 1, frame.right, y - 1, LINE);
  printRow(it, cells(frame.title, total.current.text, total.ytd.text), y + 1.5, true);
  return endFrame(it, frame, top, y + STEP + 1);
}

function taxableWages({ check, deductions, taxes }: Opened): Named[] {
  const pretax = sumOf(deductions.filter(({ kind }) => CAFETERIA.has(kind)));
  const insured = { current: check.gross.current - pretax.current, ytd: check.gross.ytd - pretax.ytd };
  const found: Named[] = [
    { name: 'OASDI - Taxable Wages', ...insured },
    { name: 'Medicare - Taxable Wages', ...insured },
    { name: 'Federal Withholding - Taxable Wages', ...check.federal_wages },
  ];
  if (taxes.some(({ kind }) => kind === 'state'))
    found.push({ name: `State Tax Taxable Wages - ${check.state}`, ...check.federal_wages });
  return found;
}

function printWithholding(it: Opened, top: number): number {
  const { check, taxes } = it;
  const frame = { title: 'Withholding', x: LEFT, right: HALF };
  const withheld = taxes.some(({ kind }) => kind === 'state');
  const cells = (name: string, federal: string, state: string): Cell[] => [
    { text: name, x: LEFT + 3, width: 92 },
    { text: federal, x: 128, width: 112 },
    { text: withheld ? state : '', x: 246, width: 54 },
  ];
  let y = printHead(it, frame, cells('', 'Federal', 'Work State'), top);
  const state = { single: 'Single', married: 'Married', head: 'Head of Hh' }[check.filing_status];
  const dependents = check.filing_status === 'single' ? '0' : '2000';
  for (const row of [
    cells('Marital Status', STATUSES[check.filing_status], state),
    cells('Dependent Credit', dependents, '0'),
    cells('Additional Withholding', '0', '0'),
  ]) {
    printRow(it, row, y);
    y += STEP;
  }
  return endFrame(it, frame, top, y);
}

function printAbsence(it: Opened, top: number): number {
  const { check } = it;
  if (check.leaves.length === 0) return top;
  const frame = { title: 'Absence Plans', x: OTHER, right: RIGHT };
  const cells = (name: string, accrued: string, used: string, balance: string): Cell[] => [
    { text: name, x: OTHER + 3, width: 120 },
    { text: accrued, edge: 482, width: 44 },
    { text: used, edge: 528, width: 44 },
    { text: balance, edge: RIGHT - 3, width: 48 },
  ];
  let y = printHead(it, frame, cells('Description', 'Accrued', 'Reduced', 'Available'), top);
  const named = { vacation: 'Vacation Plan', sick: 'Sick Plan', personal: 'Personal Day Plan' };
  for (const { kind, accrued, used, balance } of check.leaves) {
    printRow(it, cells(named[kind], hours(accrued).text, hours(used).text, hours(balance).text), y);
    y += STEP;
  }
  return endFrame(it, frame, top, y);
}

function printPayment(it: Opened, top: number): void {
  const frame = { title: 'Payment Information', x: LEFT, right: RIGHT };
  const cells = (bank: string, account: string, amount: string): Cell[] => [
    { text: bank, x: LEFT + 3, width: 180 },
    { text: account, x: 280, width: 120 },
    { text: amount, edge: RIGHT - 3, width: 90 },
  ];
  let y = printHead(it, frame, cells('Bank', 'Account Number', 'USD Amount'), top);
  for (const { mask, current } of it.check.accounts) {
    const description = newBank(it.random);
    const account = it.account(mask);
    printRow(it, cells(description, account.text, money(current).text), y);
    it.sheet.row('distributions', { description, account_mask: account, current: money(current) });
    y += STEP;
  }
  endFrame(it, frame, top, y);
}
