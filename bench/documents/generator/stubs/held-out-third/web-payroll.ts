// The pay stub of a web payroll service. It has wide margins, thin lines between the rows, and a dollar sign on every
// amount. The employee's amounts are on the left, the company's on the right, and a summary is at the end.
import type { Layout } from '../../sample.ts';
import { hours, money, NOTHING, type Shown } from '../formats.ts';
import { open } from '../open.ts';
import { amounts, beside, type Named, names, rates, type Timed, workedHours } from '../second/kit.ts';
import type { Column, Style } from '../sheet.ts';
import { LONG, wordsLike } from '../words.ts';

const WORDS = wordsLike(LONG, {
  earnings: {
    salary: 'Regular Salary',
    regular: 'Regular Hours',
    overtime: 'Overtime (1.5x)',
    double_time: 'Double Overtime (2x)',
    holiday: 'Holiday Hours',
    pto: 'PTO Hours',
    sick: 'Sick Hours',
    card_tips: 'Paycheck Tips',
    cash_tips: 'Cash Tips',
    allowance: 'Phone Stipend',
    retro: 'Correction Payment',
  },
  taxes: {
    federal: 'Federal Income Tax',
    social_security: 'Social Security',
    medicare: 'Medicare',
    state: '{state} Withholding Tax',
    disability: '{state} State Disability Insurance (SDI)',
    family_leave: '{state} Paid Family & Medical Leave',
    unemployment: '{state} Unemployment - Employee',
    transit: 'OR Statewide Transit Tax',
    local: '{city} City Tax',
  },
  deductions: {
    medical: 'Medical Insurance (Pre-tax)',
    dental: 'Dental Insurance (Pre-tax)',
    vision: 'Vision Insurance (Pre-tax)',
    hsa: 'HSA (Pre-tax)',
    fsa: 'FSA (Pre-tax)',
    commuter: 'Commuter (Pre-tax)',
    k401: 'Traditional 401(k)',
    roth: 'Roth 401(k)',
    life: 'Voluntary Life',
    tips_paid: 'Cash Tips Already Paid',
  },
  contributions: {
    match: '401(k) Company Match',
    medical: 'Medical Insurance',
    dental: 'Dental Insurance',
    hsa: 'HSA Company Contribution',
    life: 'Basic Life and AD&D',
  },
});

type Opened = ReturnType<typeof open>;
type Section = {
  title: string;
  into?: string;
  rows: readonly Named[];
  /** The field of each row, or `''` for a row that is not a field. Only the summary has fields. */
  fields?: readonly string[];
};

const [LEFT, HALF, OTHER, RIGHT] = [46, 298, 314, 566];
const STEP = 15;
const LINE = { width: 0.5, color: '#d5d9de' };
const GREY = '#5b6470';

export const webPayroll: Layout = async (seed) => {
  const it = open('web-payroll', seed, {
    sectors: ['office', 'shop', 'restaurant', 'church'],
    words: [WORDS],
    dates: ['Mon D, YYYY', 'MM/DD/YYYY', 'Month D, YYYY'],
    names: ['short', 'short', 'full'],
    pay: { deductions_max: 8 },
  });
  const { sheet } = it;
  const accent = it.random.pick(['#0a6c74', '#27445d', '#8a3b2a']);
  printHeader(it, accent);
  let y = printEarnings(it, 168, accent);
  const own = (kind: string) => kind === 'social_security' || kind === 'medicare';
  const sections: [Section, Section][] = [
    [
      { title: 'Employee Taxes Withheld', into: 'taxes', rows: it.taxes },
      {
        title: 'Employer Taxes',
        into: 'employer_contributions',
        rows: it.contributions.filter(({ kind }) => own(kind)),
      },
    ],
    [
      { title: 'Employee Deductions', into: 'deductions', rows: it.deductions },
      {
        title: 'Employer Contributions',
        into: 'employer_contributions',
        rows: it.contributions.filter(({ kind }) => !own(kind)),
      },
    ],
  ];
  for (const [person, company] of sections) {
    y = Math.max(printSection(it, person, LEFT, HALF, y, accent), printSection(it, company, OTHER, RIGHT, y, accent));
  }
  printSection(it, summaryOf(it), OTHER, RIGHT, y, accent);
  printTimeOff(it, printDeposits(it, y, accent), accent);
  return sheet.done();
};

const dollars = (cents: number): Shown => money(cents, { dollar: '$' });

function printHeader(it: Opened, accent: string): void {
  const { sheet, random, check } = it;
  sheet.text('Paystub', LEFT, 40, { size: 20, bold: true, color: accent });
  const value: Style = { size: 9, bold: true };
  const label: Style = { size: 9, color: GREY };
  sheet.text('Pay period', OTHER, 40, label);
  sheet.text(it.period(' – '), RIGHT, 40, { ...value, align: 'right', width: 196 });
  const look = { label, value, edge: RIGHT };
  beside(sheet, ['Pay day', 'pay_date', it.pay_date], OTHER, 55, look);
  const number = check.accounts.length === 0 ? it.check_number : NOTHING;
  beside(sheet, ['Check number', 'check_number', number], OTHER, 70, look);
  sheet.rule(LEFT, 88, RIGHT, 88, LINE);
  const body: Style = { size: 9 };
  sheet.text('Company', LEFT, 97, { size: 7.5, color: GREY });
  sheet.field('employer_name', it.employer_name, LEFT, 108, { ...value, width: 244 });
  sheet.address('employer_address', it.employer_address, LEFT, 120, { ...body, step: 11.5 });
  sheet.text('Employee', OTHER, 97, { size: 7.5, color: GREY });
  sheet.field('employee_name', it.employee_name, OTHER, 108, { ...value, width: 170 });
  sheet.address('employee_address', it.employee_address, OTHER, 120, { ...body, step: 11.5, width: 170 });
  if (random.chance(0.7)) {
    sheet.record('employee_ssn', it.employee_ssn.truth);
    sheet.text(`SSN: ${it.employee_ssn.text}`, RIGHT, 108, { ...body, align: 'right' });
  }
}

function printHeading(it: Opened, title: string, x: number, edge: number, y: number, accent: string): void {
  it.sheet.text(title, x, y, { size: 9.5, bold: true, color: accent, width: edge - x - 120 });
  it.sheet.rule(x, y + 13, edge, y + 13, { width: 1, color: accent });
}

function printEarnings(it: Opened, y: number, accent: string): number {
  const { sheet } = it;
  printHeading(it, 'Employee Gross Earnings', LEFT, RIGHT, y, accent);
  const columns: Column<Timed>[] = [
    names('', LEFT, 180),
    rates('Rate', 300, 60, dollars),
    workedHours('Hours', 372, 60),
    amounts('current', 'Current', 470, 90, dollars),
    amounts('ytd', 'Year to Date', RIGHT, 90, dollars),
  ];
  const end = sheet.table<Timed>({
    into: 'earnings',
    y: y + 1,
    step: STEP,
    headStep: 17,
    style: { size: 9 },
    head: { size: 8, bold: false, color: GREY },
    rows: it.earnings,
    behindRow: (at, index) => {
      if (index > 0) sheet.rule(LEFT, at - 3.5, RIGHT, at - 3.5, LINE);
    },
    columns,
  });
  return end + 12;
}

/** Prints a title, and rows with a current and a year-to-date amount. */
function printSection(it: Opened, section: Section, x: number, edge: number, y: number, accent: string): number {
  const { sheet } = it;
  const { title, into, rows, fields = [] } = section;
  if (rows.length === 0) return y;
  printHeading(it, title, x, edge, y, accent);
  sheet.text('Current', edge - 66, y + 1, { size: 8, color: GREY, align: 'right' });
  sheet.text('Year to Date', edge, y + 1, { size: 8, color: GREY, align: 'right' });
  let top = y + 18;
  for (const [index, row] of rows.entries()) {
    const field = fields[index] ?? '';
    const style = { size: 8.5, bold: field === 'net_pay' };
    const [current, ytd] = [dollars(row.current), dollars(row.ytd)];
    if (index > 0) sheet.rule(x, top - 3.5, edge, top - 3.5, LINE);
    sheet.text(row.name, x, top, { ...style, width: 128 });
    sheet.text(current.text, edge - 66, top, { ...style, align: 'right', width: 60 });
    sheet.text(ytd.text, edge, top, { ...style, align: 'right', width: 62 });
    sheet.row(into, { description: row.name, current, ytd });
    if (field !== '') {
      sheet.record(field, current.truth);
      sheet.record(`${field}_ytd`, ytd.truth);
    }
    top += STEP;
  }
  return top + 12;
}

function summaryOf({ check }: Opened): Section {
  return {
    title: 'Summary',
    fields: ['gross_pay', 'total_taxes', 'total_deductions', '', 'net_pay'],
    rows: [
      { name: 'Gross Earnings', ...check.gross },
      { name: 'Taxes', ...check.total_taxes },
      { name: 'Deductions', ...check.total_deductions },
      { name: 'Reimbursements', current: 0, ytd: 0 },
      { name: 'Net Pay', ...check.net },
    ],
  };
}

function printDeposits(it: Opened, y: number, accent: string): number {
  const { sheet, check } = it;
  if (check.accounts.length === 0) return y;
  printHeading(it, 'Direct Deposit', LEFT, HALF, y, accent);
  let top = y + 18;
  for (const { kind, mask, current } of check.accounts) {
    const description = kind === 'checking' ? 'Checking' : 'Savings';
    const account = it.account(mask);
    sheet.text(description, LEFT, top, { size: 8.5 });
    sheet.text(account.text, LEFT + 60, top, { size: 8.5 });
    sheet.text(dollars(current).text, HALF, top, { size: 8.5, align: 'right' });
    sheet.row('distributions', { description, account_mask: account, current: dollars(current) });
    top += STEP;
  }
  return top + 12;
}

function printTimeOff(it: Opened, y: number, accent: string): void {
  const { sheet, check } = it;
  if (check.leaves.length === 0) return;
  const named = { vacation: 'Vacation', sick: 'Sick', personal: 'Personal Days' };
  printHeading(it, 'Time Off', LEFT, HALF, y, accent);
  sheet.text('Used', HALF - 66, y + 1, { size: 8, color: GREY, align: 'right' });
  sheet.text('Balance', HALF, y + 1, { size: 8, color: GREY, align: 'right' });
  for (const [index, { kind, used, balance }] of check.leaves.entries()) {
    const top = y + 18 + index * STEP;
    sheet.text(named[kind], LEFT, top, { size: 8.5 });
    sheet.text(`${hours(used).text} hrs`, HALF - 66, top, { size: 8.5, align: 'right' });
    sheet.text(`${hours(balance).text} hrs`, HALF, top, { size: 8.5, align: 'right' });
  }
}
