// The pay statement of a workforce management suite. Each line of pay has its own dates, so a correction of an earlier
// period is a separate line, which may be negative. Column heads have two lines, each tax shows the wages it is based
// on, and the summary is last.
import type { Layout } from '../../sample.ts';
import { date, hours, money, NOTHING, plain, type Shown } from '../formats.ts';
import { open } from '../open.ts';
import { type Fact, type Named, put } from '../second/kit.ts';
import type { Style } from '../sheet.ts';
import { LONG, wordsLike } from '../words.ts';
import { type Earned, FILING, figure, type Opened, type Sum, taxedWages } from './kit.ts';

const WORDS = wordsLike(LONG, {
  earnings: {
    regular: 'Regular Hours',
    salary: 'Regular Salary',
    overtime: 'Overtime @ 1.5',
    double_time: 'Doubletime @ 2.0',
    holiday: 'Holiday Hours',
    pto: 'Vacation Hours',
    sick: 'Sick Hours',
    training: 'Training Hours',
    allowance: 'Boot Allowance',
  },
  taxes: {
    federal: 'Fed W/H',
    social_security: 'FICA EE',
    medicare: 'Fed MWT EE',
    state: '{state} W/H',
    disability: '{state} SDI EE',
    family_leave: '{state} FLI EE',
    unemployment: '{state} SUI EE',
    local: '{city} W/H',
    local_services: '{city} LST',
  },
  deductions: {
    medical: 'Med Plan 2 EE+1',
    dental: 'Dental EE+1',
    vision: 'Vision EE+1',
    k401: '401k PreTax',
    k403: '403b PreTax',
    roth: '401k Roth',
    life: 'Supp Life EE',
    disability_short: 'STD Buy Up',
    disability_long: 'LTD Buy Up',
    loan: '401k Loan 1',
  },
});
const [LEFT, RIGHT] = [30, 582];
const TEXT: Style = { size: 8 };
const HEAD: Style = { size: 7, bold: true };
const STEP = 11.5;

type Line = Earned & { from: string; to: string; year: boolean };
/** Prints a column head of two lines above a right-aligned column. */
type Head = readonly [upper: string, lower: string, edge: number];

export const datedLines: Layout = async (seed) => {
  const it = open('dated-lines', seed, {
    sectors: ['trade', 'hospital', 'shop'],
    words: [WORDS],
    dates: ['MM/DD/YYYY', 'M/D/YYYY'],
    names: ['initial', 'short'],
    pay: { salaried: false, deductions_max: 9 },
  });
  printTop(it);
  let y = printEarnings(it, 132);
  y = printTaxes(it, y);
  y = printDeductions(it, y);
  printSummary(it, y);
  return it.sheet.done();
};

function printTop(it: Opened): void {
  const { sheet, check, stub } = it;
  sheet.field('employer_name', it.employer_name, LEFT, 26, { size: 11, bold: true, width: 250 });
  sheet.address('employer_address', it.employer_address, LEFT, 40, { size: 8, step: 10.5, width: 250 });
  sheet.field('employee_name', it.employee_name, LEFT, 80, { size: 9, bold: true, width: 200 });
  sheet.address('employee_address', it.employee_address, LEFT, 91, { size: 8.5, step: 11, width: 200 });
  sheet.box(300, 24, RIGHT - 300, 15, { fill: '#e3e3e3' });
  sheet.text('Pay Statement', 306, 27.5, { size: 9, bold: true });
  const facts: Fact[] = [
    ['Pay Statement No.', 'check_number', it.check_number],
    ['Employee Number', 'employee_id', it.employee_id],
    ['Pay Date', 'pay_date', it.pay_date],
    ['Job', '', plain(stub.title)],
    ['Period Start', 'period_start', it.period_start],
    ['Cost Center', '', plain(stub.department)],
    ['Period End', 'period_end', it.period_end],
    ['Pay Rate', '', plain(`${hours(check.rate, 4).text} Hourly`)],
  ];
  for (const [index, [label, name, shown]] of facts.entries()) {
    const x = index % 2 === 0 ? 306 : 446;
    const y = 45 + Math.floor(index / 2) * 18;
    sheet.text(label, x, y, { size: 6.5, color: '#555555' });
    put(sheet, name, shown, x, y + 8, { size: 8, width: 130 });
  }
}

/** Adds a correction of the previous period: some regular hours become sick hours. Gross pay stays the same. */
function corrected({ random, check, earnings }: Opened): Line[] {
  const now = { from: check.period_start, to: check.period_end, year: true };
  const lines: Line[] = earnings.map((row) => ({ ...row, ...now }));
  const regular = lines.find(({ kind }) => kind === 'regular');
  const rate = regular?.rate;
  const moved = random.pick([400, 800]);
  if (!regular || !rate || random.chance(0.4)) return lines;
  const pay = (moved * rate) / 100;
  if (regular.ytd - regular.current < pay * 2) return lines;
  const before = { from: earlier(check.period_start, 7), to: earlier(check.period_start, 1), ytd: 0, year: false };
  regular.ytd -= pay;
  regular.hours_ytd = (regular.hours_ytd ?? 0) - moved;
  const sick = lines.find(({ kind }) => kind === 'sick');
  if (sick) {
    sick.ytd += pay;
    sick.hours_ytd = (sick.hours_ytd ?? 0) + moved;
  }
  const back: Line = { ...regular, ...before, hours: -moved, current: -pay };
  const line: Line = { ...regular, ...before, kind: 'sick', name: 'Sick Hours', hours: moved, current: pay };
  const instead: Line = sick ? line : { ...line, ytd: pay, hours_ytd: moved, year: true };
  return lines.flatMap((row) => (row === regular ? [row, back, instead] : [row]));
}

const earlier = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10);

/** Prints a title and column heads of two lines. Returns the y of the first row. */
function printHeads({ sheet }: Opened, title: string, heads: readonly Head[], y: number): number {
  sheet.box(LEFT, y, RIGHT - LEFT, 20, { fill: '#e3e3e3' });
  sheet.text(title, LEFT + 4, y + 6, { size: 8.5, bold: true });
  for (const [upper, lower, edge] of heads) {
    sheet.text(upper, edge, y + 2.5, { ...HEAD, align: 'right' });
    sheet.text(lower, edge, y + 11, { ...HEAD, align: 'right' });
  }
  return y + 24;
}

function printCells({ sheet }: Opened, cells: readonly (readonly [string, number])[], y: number, look = TEXT): void {
  for (const [text, edge] of cells) sheet.text(text, edge, y, { ...look, align: 'right' });
}

function printEarnings(it: Opened, top: number): number {
  const { sheet, check } = it;
  const edge = { from: 228, to: 286, hours: 336, rate: 392, current: 458, hours_ytd: 516, ytd: RIGHT - 4 };
  let y = printHeads(
    it,
    'Earnings',
    [
      ['Begin', 'Date', edge.from],
      ['End', 'Date', edge.to],
      ['Hours', 'Units', edge.hours],
      ['Pay', 'Rate', edge.rate],
      ['Current', 'Amount', edge.current],
      ['YTD', 'Hours', edge.hours_ytd],
      ['YTD', 'Amount', edge.ytd],
    ],
    top,
  );
  const day = (text: string) => date(text, 'MM/DD/YYYY').text;
  for (const row of corrected(it)) {
    const own = {
      hours: figure(row.hours),
      rate: figure(row.rate, 4),
      current: row.current === 0 ? NOTHING : money(row.current),
      ytd: row.year ? money(row.ytd) : NOTHING,
    };
    sheet.text(row.name, LEFT + 4, y, { ...TEXT, width: 140 });
    printCells(
      it,
      [
        [row.current === 0 ? '' : day(row.from), edge.from],
        [row.current === 0 ? '' : day(row.to), edge.to],
        [own.hours.text, edge.hours],
        [own.rate.text, edge.rate],
        [own.current.text, edge.current],
        [row.year ? figure(row.hours_ytd).text : '', edge.hours_ytd],
        [own.ytd.text, edge.ytd],
      ],
      y,
    );
    sheet.row('earnings', { description: row.name, ...own });
    y += STEP;
  }
  sheet.rule(edge.hours - 36, y - 1, RIGHT, y - 1, { width: 0.4 });
  const bold = { ...TEXT, bold: true };
  sheet.text('Total Hours Worked', LEFT + 4, y + 2, bold);
  printCells(it, [[hours(check.hours.current).text, edge.hours]], y + 2, bold);
  return y + 20;
}

function printTaxes(it: Opened, top: number): number {
  const { sheet, check } = it;
  const edge = { wages: 336, wages_ytd: 404, current: 480, ytd: RIGHT - 4 };
  let y = printHeads(
    it,
    'Taxes',
    [
      ['Filing', 'Status', 240],
      ['Taxable Wages', 'Current', edge.wages],
      ['Taxable Wages', 'YTD', edge.wages_ytd],
      ['Current', 'Tax', edge.current],
      ['YTD', 'Tax', edge.ytd],
    ],
    top,
  );
  for (const { kind, name, current, ytd } of it.taxes) {
    const wages = taxedWages(it, kind);
    const own = { current: money(current), ytd: money(ytd) };
    const status = kind === 'federal' || kind === 'state' ? FILING[check.filing_status] : '';
    sheet.text(name, LEFT + 4, y, { ...TEXT, width: 120 });
    printCells(
      it,
      [
        [status, 240],
        [money(wages.current).text, edge.wages],
        [money(wages.ytd).text, edge.wages_ytd],
        [own.current.text, edge.current],
        [own.ytd.text, edge.ytd],
      ],
      y,
    );
    sheet.row('taxes', { description: name, ...own });
    y += STEP;
  }
  return y + 9;
}

function printDeductions(it: Opened, top: number): number {
  const { sheet } = it;
  const employer = it.contributions;
  const all: [string, string, readonly (Named & { pre_tax?: boolean })[]][] = [
    ['Deductions', 'deductions', it.deductions],
    ['Employer Paid', 'employer_contributions', employer],
  ];
  let y = top;
  for (const [title, into, rows] of all) {
    if (rows.length === 0) continue;
    const first: Head[] = into === 'deductions' ? [['Before', 'Tax?', 240]] : [];
    y = printHeads(it, title, [...first, ['Current', 'Amount', 480], ['YTD', 'Amount', RIGHT - 4]], y);
    for (const { name, pre_tax, ...row } of rows) {
      const own = { current: money(row.current), ytd: money(row.ytd) };
      const flag = pre_tax === undefined ? '' : pre_tax ? 'Yes' : 'No';
      sheet.text(name, LEFT + 4, y, { ...TEXT, width: 140 });
      printCells(
        it,
        [
          [flag, 240],
          [own.current.text, 480],
          [own.ytd.text, RIGHT - 4],
        ],
        y,
      );
      sheet.row(into, { description: name, ...own });
      y += STEP;
    }
    y += 9;
  }
  return y;
}

function printSummary(it: Opened, top: number): void {
  const { sheet, check } = it;
  const sums: [string, string, Sum][] = [
    ['Gross', 'gross_pay', check.gross],
    ['Taxes', 'total_taxes', check.total_taxes],
    ['Deductions', 'total_deductions', check.total_deductions],
    ['Net Pay', 'net_pay', check.net],
  ];
  let y = printHeads(
    it,
    'Pay Summary',
    sums.map(([label], index): Head => ['', label, 200 + index * 126]),
    top,
  );
  for (const [label, suffix] of [
    ['Current', ''],
    ['YTD', '_ytd'],
  ] as const) {
    sheet.text(label, LEFT + 4, y, TEXT);
    for (const [index, [, name, sum]] of sums.entries()) {
      const shown: Shown = money(suffix ? sum.ytd : sum.current, { dollar: '$' });
      const bold = name === 'net_pay';
      put(sheet, `${name}${suffix}`, shown, 200 + index * 126, y, { ...TEXT, bold, align: 'right' });
    }
    y += 12;
  }
  y += 8;
  for (const { kind, mask, current } of check.accounts) {
    const description = kind === 'checking' ? 'Checking' : 'Savings';
    const account = it.account(mask);
    sheet.text('Direct Deposit', LEFT + 4, y, TEXT);
    sheet.text(description, 130, y, TEXT);
    sheet.text(account.text, 200, y, TEXT);
    sheet.text(money(current, { dollar: '$' }).text, 340, y, { ...TEXT, align: 'right' });
    sheet.row('distributions', { description, account_mask: account, current: money(current) });
    y += STEP;
  }
}
