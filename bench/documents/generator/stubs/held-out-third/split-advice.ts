// The laser-printed form of a large payroll provider. The upper third is a check or a deposit advice. Below the
// perforation is an earnings statement: the earnings cover the full width, and taxes and deductions are side by side
// below them.
import type { Layout } from '../../sample.ts';
import { amountInWords, hours, money, plain } from '../formats.ts';
import { open } from '../open.ts';
import { amounts, type Fact, type Named, names, put, rates, sumOf, type Timed, workedHours } from '../second/kit.ts';
import type { Column } from '../sheet.ts';
import { LONG, wordsLike } from '../words.ts';

const WORDS = wordsLike(LONG, {
  earnings: {
    salary: 'Salary',
    regular: 'Regular',
    overtime: 'Overtime',
    double_time: 'Doubletime',
    evening: 'Shift 2 Premium',
    night: 'Shift 3 Premium',
    weekend: 'Weekend Premium',
    pto: 'PTO',
    sick: 'Sick Pay',
    retro: 'Retro Adj',
    allowance: 'Cell Phone Allow',
  },
  taxes: {
    federal: 'Federal Income Tax',
    social_security: 'Social Security EE',
    medicare: 'Medicare EE',
    state: '{state} State Income Tax',
    disability: '{state} SDI',
    family_leave: '{state} Paid Family Lv',
    unemployment: '{state} SUI EE',
    long_term_care: 'WA Cares LTC',
    transit: 'OR Transit',
    local: '{city} Res Tax',
    local_services: 'LST',
  },
  deductions: {
    medical: 'Med Pretax',
    dental: 'Dental Pretax',
    vision: 'Vision Pretax',
    hsa: 'HSA EE Contrib',
    fsa: 'FSA Medical',
    k401: '401k',
    k403: '403b',
    roth: 'Roth 401k',
    life: 'Vol Life EE',
    disability_short: 'STD',
    disability_long: 'LTD',
    support: 'Child Support 1',
    loan: '401k Loan 1',
  },
  contributions: {
    match: 'ER Retirement Match',
    medical: 'Medical ER',
    dental: 'Dental ER',
    hsa: 'HSA ER Contrib',
    life: 'Group Term Life',
    social_security: 'Social Security ER',
    medicare: 'Medicare ER',
  },
});
const FREQUENCIES = { weekly: 'Weekly', biweekly: 'Biweekly', semimonthly: 'Semimonthly', monthly: 'Monthly' };
const FILING = { single: 'Single/MFS', married: 'Married Jointly', head: 'Head of Hsehld' };
const BANKS = ['Old Orchard Bank, N.A.', 'Blue Spruce National Bank', 'Keystone Vale Trust'];

type Opened = ReturnType<typeof open>;
type Year = Timed & { hours_ytd: number | null };

const [LEFT, RIGHT] = [36, 576];
const BAND = '#e4e7eb';
const STEP = 11;

export const splitAdvice: Layout = async (seed) => {
  const it = open('split-advice', seed, {
    sectors: ['trade', 'shop', 'hospital', 'office'],
    words: [WORDS],
    dates: ['MM/DD/YYYY', 'MM/DD/YYYY', 'M/D/YYYY'],
    names: ['initial', 'full', 'short'],
    upper: (random) => random.chance(0.3),
    pay: { deductions_max: 10 },
  });
  const { sheet } = it;
  printPayment(it);
  sheet.rule(12, 252, 600, 252, { width: 0.4, dash: 4, color: '#777777' });
  printHeader(it);
  const y = printTables(it, printEarnings(it, 350));
  printSummary(it, y);
  return sheet.done();
};

const isDeposited = ({ check }: Opened) => check.accounts.length > 0;
const numberLabel = (it: Opened) => (isDeposited(it) ? 'Voucher No.' : 'Check No.');

/** Prints the upper third: a check or a deposit advice. */
function printPayment(it: Opened): void {
  const { sheet, random, check } = it;
  sheet.field('employer_name', it.employer_name, LEFT, 30, { size: 11, bold: true, width: 330 });
  sheet.address('employer_address', it.employer_address, LEFT, 44, { size: 8.5 });
  const facts: Fact[] = [
    [numberLabel(it), 'check_number', it.check_number],
    ['Check Date', 'pay_date', it.pay_date],
  ];
  for (const [index, [label, name, shown]] of facts.entries()) {
    sheet.text(label, 440, 31 + index * 14, { size: 8.5 });
    put(sheet, name, shown, RIGHT, 31 + index * 14, { size: 8.5, bold: true, align: 'right' });
  }
  if (isDeposited(it)) {
    printDeposits(it);
    sheet.text('THIS IS NOT A CHECK - NON-NEGOTIABLE', 306, 106, { size: 10, bold: true, align: 'center' });
  } else {
    const amount = moneyStars(check.net.current);
    sheet.text('PAY', LEFT, 107, { size: 8 });
    sheet.text(`${amountInWords(check.net.current)} Dollars`, LEFT + 26, 105.5, { size: 9.5, width: 400 });
    sheet.rule(LEFT + 24, 118, 470, 118);
    sheet.box(484, 100, RIGHT - 484, 20);
    sheet.text(amount, RIGHT - 6, 105.5, { size: 10, bold: true, align: 'right', width: 80 });
    sheet.text(random.pick(BANKS), 400, 142, { size: 8.5 });
    sheet.rule(400, 214, RIGHT, 214);
    sheet.text('AUTHORIZED SIGNATURE', (400 + RIGHT) / 2, 217, { size: 6.5, align: 'center' });
    sheet.text('VOID AFTER 180 DAYS', 400, 156, { size: 7 });
  }
  sheet.text(isDeposited(it) ? 'Deposited for' : 'To the order of', LEFT, 150, { size: 7.5 });
  sheet.text(it.employee_name.text, LEFT + 70, 148, { size: 9.5, width: 240 });
  sheet.address('employee_address', it.employee_address, LEFT + 70, 160.5, { size: 9.5, step: 12.5, width: 240 });
}

const moneyStars = (cents: number) => `$***${money(cents).text}`;

function printDeposits({ sheet, check, account }: Opened): void {
  sheet.text('Deposited To', 372, 136, { size: 7.5, bold: true });
  sheet.text('Account', 448, 136, { size: 7.5, bold: true });
  sheet.text('Amount', RIGHT, 136, { size: 7.5, bold: true, align: 'right' });
  sheet.rule(372, 146.5, RIGHT, 146.5);
  let y = 150;
  for (const { kind, mask, current } of check.accounts) {
    const description = kind === 'checking' ? 'Checking' : 'Savings';
    const shown = account(mask);
    sheet.text(description, 372, y, { size: 8.5 });
    sheet.text(shown.text, 448, y, { size: 8.5, width: 66 });
    sheet.text(money(current).text, RIGHT, y, { size: 8.5, align: 'right' });
    sheet.row('distributions', { description, account_mask: shown, current: money(current) });
    y += 12;
  }
  sheet.rule(372, y, RIGHT, y);
  sheet.text('Total Deposited', 372, y + 4, { size: 8.5, bold: true });
  sheet.text(money(check.net.current, { dollar: '$' }).text, RIGHT, y + 4, { size: 8.5, bold: true, align: 'right' });
}

/** Prints the facts in a grid of two rows, each label above its value. */
function printHeader(it: Opened): void {
  const { sheet, random, check, stub } = it;
  sheet.field('employer_name', it.employer_name, LEFT, 264, { size: 10, bold: true, width: 340 });
  sheet.text('Earnings Statement', RIGHT, 262, { size: 13, bold: true, align: 'right' });
  const ssn = random.chance(0.7);
  const year = money(2080 * check.rate).text;
  const facts: Fact[][] = [
    [
      ['Employee', 'employee_name', it.employee_name],
      ['Employee ID', 'employee_id', it.employee_id],
      ['SSN', ssn ? 'employee_ssn' : '', ssn ? it.employee_ssn : plain('On file')],
      ['Location / Dept', '', plain(`01 / ${stub.department}`)],
      ['Federal Filing', '', plain(FILING[check.filing_status])],
    ],
    [
      ['Pay Group', '', plain(`${FREQUENCIES[check.frequency]} ${check.salaried ? 'Salaried' : 'Hourly'}`)],
      ['Period Begin', 'period_start', it.period_start],
      ['Period End', 'period_end', it.period_end],
      ['Check Date', 'pay_date', it.pay_date],
      check.salaried ? ['Annual Salary', '', plain(year)] : ['Base Rate', '', hours(check.rate, 4)],
    ],
  ];
  const starts = [LEFT, 212, 303, 394, 485];
  for (const [index, row] of facts.entries()) {
    const y = 282 + index * 27;
    sheet.box(LEFT, y, RIGHT - LEFT, 27, { stroke: '#8c949e' });
    for (const [column, [label, name, shown]] of row.entries()) {
      const x = starts[column] ?? LEFT;
      const width = (starts[column + 1] ?? RIGHT) - x - 8;
      if (column > 0) sheet.rule(x, y, x, y + 27, { color: '#8c949e' });
      sheet.text(label, x + 4, y + 3.5, { size: 6.5, color: '#444444' });
      put(sheet, name, shown, x + 4, y + 13.5, { size: 8.5, width });
    }
  }
}

function printEarnings({ sheet, earnings, check, random }: Opened, y: number): number {
  const edges = { rate: 268, hours: 332, current: 414, hours_ytd: 486, ytd: RIGHT - 4 };
  const yearHours: Column<Year> = {
    title: 'YTD Hours',
    x: edges.hours_ytd,
    width: 60,
    align: 'right',
    of: ({ hours_ytd }) => (hours_ytd ? hours(hours_ytd).text : ''),
  };
  const blank = random.chance(0.5);
  const end = sheet.table<Year>({
    into: 'earnings',
    y,
    step: STEP,
    style: { size: 8 },
    headStep: 15,
    rows: earnings,
    behindHead: (at) => sheet.box(LEFT, at - 3, RIGHT - LEFT, 13.5, { fill: BAND }),
    columns: [
      names('Earnings', LEFT + 4, 150),
      rates('Rate', edges.rate, 56),
      workedHours('Hours', edges.hours, 50),
      amounts('current', 'Current', edges.current, 70, money, blank),
      yearHours,
      amounts('ytd', 'YTD Amount', edges.ytd, 76),
    ],
  });
  const bold = { size: 8, bold: true, align: 'right' } as const;
  sheet.rule(LEFT, end, RIGHT, end, { width: 0.4 });
  sheet.text('Gross Earnings', LEFT + 4, end + 3, { size: 8, bold: true });
  sheet.text(hours(check.hours.current).text, edges.hours, end + 3, bold);
  sheet.field('gross_pay', money(check.gross.current), edges.current, end + 3, bold);
  sheet.text(hours(check.hours.ytd).text, edges.hours_ytd, end + 3, bold);
  sheet.field('gross_pay_ytd', money(check.gross.ytd), edges.ytd, end + 3, bold);
  return end + 20;
}

/** Prints the taxes beside the deductions, and the employer's share beside the balances of leave. */
function printTables(it: Opened, top: number): number {
  const { sheet, check } = it;
  const [half, other] = [300, 312];
  const table = (title: string, into: string, rows: readonly Named[], x: number, edge: number, y: number) =>
    sheet.table<Named>({
      into,
      y,
      step: STEP,
      style: { size: 8 },
      headStep: 15,
      rows,
      behindHead: (at) => sheet.box(x, at - 3, edge - x, 13.5, { fill: BAND }),
      columns: [
        names(title, x + 4, 124),
        amounts('current', 'Current', edge - 70, 62),
        amounts('ytd', 'YTD Amount', edge - 4, 62),
      ],
    });
  const total = (
    label: string,
    name: string,
    sum: { current: number; ytd: number },
    x: number,
    edge: number,
    y: number,
  ) => {
    const bold = { size: 8, bold: true };
    sheet.rule(x, y, edge, y, { width: 0.4 });
    sheet.text(label, x + 4, y + 3, bold);
    put(sheet, name, money(sum.current), edge - 70, y + 3, { ...bold, align: 'right' });
    put(sheet, name && `${name}_ytd`, money(sum.ytd), edge - 4, y + 3, { ...bold, align: 'right' });
    return y + 20;
  };
  let left = table('Taxes', 'taxes', it.taxes, LEFT, half, top);
  left = total('Total Taxes', 'total_taxes', check.total_taxes, LEFT, half, left);
  let right = top;
  if (it.deductions.length > 0) {
    right = table('Deductions', 'deductions', it.deductions, other, RIGHT, top);
    right = total('Total Deductions', 'total_deductions', check.total_deductions, other, RIGHT, right);
  }
  if (it.contributions.length > 0) {
    left = table('Employer Paid', 'employer_contributions', it.contributions, LEFT, half, left);
    left = total('Total Employer Paid', '', sumOf(it.contributions), LEFT, half, left);
  }
  if (check.leaves.length > 0) {
    const named = { vacation: 'Vacation', sick: 'Sick', personal: 'Personal' };
    const column = (title: string, edge: number, of: (leave: (typeof check.leaves)[number]) => string) => ({
      title,
      x: edge,
      width: 50,
      align: 'right' as const,
      of,
    });
    right = sheet.table({
      y: right,
      step: STEP,
      style: { size: 8 },
      headStep: 15,
      rows: check.leaves,
      behindHead: (at) => sheet.box(other, at - 3, RIGHT - other, 13.5, { fill: BAND }),
      columns: [
        { title: 'Time Off (hours)', x: other + 4, width: 90, of: ({ kind }) => named[kind] },
        column('Accrued', 462, ({ accrued }) => hours(accrued).text),
        column('Taken', 512, ({ used }) => hours(used).text),
        column('Available', RIGHT - 4, ({ balance }) => hours(balance).text),
      ],
    });
    right += 10;
  }
  return Math.max(left, right);
}

function printSummary({ sheet, check }: Opened, top: number): void {
  const y = Math.max(top, 690);
  const cells = [
    ['Gross', 'gross_pay', check.gross, 232],
    ['Taxes', 'total_taxes', check.total_taxes, 318],
    ['Deductions', 'total_deductions', check.total_deductions, 404],
    ['Net Pay', 'net_pay', check.net, RIGHT - 4],
  ] as const;
  sheet.box(LEFT, y, RIGHT - LEFT, 44, { stroke: '#8c949e' });
  sheet.text('Current', LEFT + 4, y + 17, { size: 8.5 });
  sheet.text('Year to Date', LEFT + 4, y + 30, { size: 8.5 });
  for (const [label, name, sum, edge] of cells) {
    const style = { size: 8.5, bold: name === 'net_pay', align: 'right' } as const;
    sheet.text(label, edge, y + 4, { ...style, bold: true, size: 8 });
    sheet.field(name, money(sum.current), edge, y + 17, style);
    sheet.field(`${name}_ytd`, money(sum.ytd), edge, y + 30, style);
  }
}
