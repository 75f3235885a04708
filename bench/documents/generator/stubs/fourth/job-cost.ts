// A contractor's stub. Every line of time has a job, a cost code and a craft. Only the tables of taxes and deductions
// have year-to-date amounts. The employer pays union trust funds, and the totals are boxes across the page.
import type { Layout, Random } from '../../sample.ts';
import { hours, money, NOTHING, plain } from '../formats.ts';
import { open } from '../open.ts';
import { amounts, type Fact, type Named, names } from '../second/kit.ts';
import { paidNow } from '../stub.ts';
import { WITHHOLDING, wordsLike } from '../words.ts';
import { cell, timeOf } from './kit.ts';

const WORDS = wordsLike(WITHHOLDING, {
  earnings: {
    regular: 'Straight Time',
    overtime: 'Time & One Half',
    double_time: 'Double Time',
    holiday: 'Holiday',
    pto: 'Vacation',
    training: 'Apprentice School',
    allowance: 'Tool Allowance',
    bonus: 'Completion Bonus',
  },
  taxes: { federal: 'Federal W/H', social_security: 'FICA', medicare: 'Medicare', state: '{state} W/H' },
  deductions: {
    union: 'Working Dues Local 48',
    uniform: 'Boots/Safety Gear',
    medical: 'Health Plan',
    dental: 'Dental Plan',
    vision: 'Vision Plan',
    k401: '401K',
    loan: '401K Loan',
    support: 'Child Support',
    garnishment: 'Writ of Garnishment',
    life: 'Vol. Life',
  },
  contributions: {
    match: 'Annuity Fund',
    medical: 'Health & Welfare Fund',
    dental: 'Apprenticeship Fund',
    hsa: 'Supplemental Health Fund',
    social_security: 'FICA - Company',
    medicare: 'Medicare - Company',
  },
});
const JOBS = ['Harbor St Bridge', 'Selby Middle School', 'Wynford Clinic', 'Oxbow Water Plant', 'Route 9 Culverts'];
const CODES = ['03-110', '05-120', '09-250', '15-400', '16-050', '31-230'];

type Time = { name: string; hours: number | null; rate: number | null; current: number; job: string; code: string };

export const jobCost: Layout = async (seed) => {
  const it = open('job-cost', seed, {
    sectors: ['trade'],
    words: [WORDS],
    dates: ['MM/DD/YY', 'M/D/YYYY', 'MM-DD-YYYY'],
    names: ['initial', 'last-first'],
    upper: (random) => random.chance(0.4),
    pay: { frequency: 'weekly', salaried: false, deductions_max: 8 },
  });
  const { sheet, random, check } = it;
  const [left, right] = [30, 582];
  const width = right - left;
  sheet.field('employer_name', it.employer_name, left, 24, { size: 13, bold: true, width: 300 });
  const street = it.employer_address.join(', ');
  sheet.text(street, left, 41, { size: 8, width: 380 });
  sheet.record('employer_address', street);
  sheet.text('EMPLOYEE COPY - DETACH BEFORE CASHING', right, 26, { size: 7, align: 'right' });

  const facts: [Fact, number][] = [
    [['EMPLOYEE', 'employee_name', it.employee_name], 0.28],
    [['EMP NO', 'employee_id', it.employee_id], 0.12],
    [['SSN', 'employee_ssn', it.employee_ssn], 0.15],
    [['WEEK ENDING', 'period_end', it.period_end], 0.15],
    [['CHECK DATE', 'pay_date', it.pay_date], 0.15],
    [['CHECK NO', 'check_number', it.check_number], 0.15],
  ];
  let x = left;
  for (const [fact, share] of facts) {
    cell(sheet, fact, { x, y: 56, width: width * share, height: 27 });
    x += width * share;
  }

  const style = { size: 8.5 };
  const head = { size: 7 };
  const rows = timeLines(random, paidNow(it.earnings));
  const top = 92;
  let y = sheet.table<Time>({
    into: 'earnings',
    y: top + 3,
    step: 13,
    style,
    head,
    headStep: 13,
    rows,
    behindHead: (at) => sheet.box(left, at - 3, width, 13, { fill: '#d9d9d9', stroke: '#000000' }),
    behindRow: (at) => sheet.box(left, at - 3, width, 13),
    columns: [
      { title: 'JOB', x: left + 4, width: 120, of: ({ job }) => job },
      { title: 'COST CODE', x: left + 132, width: 50, of: ({ code }) => code },
      { title: 'CRAFT', x: left + 190, width: 60, of: ({ job }) => (job ? craft(it.stub.title) : '') },
      names('PAY TYPE', left + 262, 100),
      {
        key: 'rate',
        title: 'RATE',
        x: left + 414,
        width: 46,
        align: 'right',
        of: ({ rate }) => (rate ? hours(rate, 4) : NOTHING),
      },
      { key: 'hours', title: 'HOURS', x: left + 470, width: 44, align: 'right', of: (row) => timeOf(row.hours) },
      { key: 'current', title: 'AMOUNT', x: right - 4, width: 66, align: 'right', of: (row) => money(row.current) },
    ],
  });
  for (const at of [126, 184, 256, 372, 424, 478]) sheet.rule(left + at, top, left + at, y - 3);
  y += 10;

  const list = (title: string, into: string, lines: readonly Named[], from: number, to: number, at: number) =>
    sheet.table({
      into,
      y: at + 3,
      step: 12,
      style,
      head,
      headStep: 15,
      rows: lines,
      behindHead: (own) => sheet.box(from, own - 3, to - from, 13, { fill: '#d9d9d9', stroke: '#000000' }),
      columns: [
        names(title, from + 4, 112),
        amounts('current', 'THIS CHECK', to - 66, 54),
        amounts('ytd', 'YEAR TO DATE', to - 4, 58),
      ],
    });
  const middle = 306;
  let low = list('TAXES', 'taxes', it.taxes, left, middle, y);
  if (it.deductions.length > 0) low = Math.max(low, list('DEDUCTIONS', 'deductions', it.deductions, middle, right, y));
  sheet.box(left, y, width, low - y + 2);
  sheet.rule(middle, y, middle, low + 2);
  y = low + 12;

  const boxes: Fact[] = [
    ['GROSS', 'gross_pay', money(check.gross.current)],
    ['TAXES', 'total_taxes', money(check.total_taxes.current)],
    ['DEDUCTIONS', 'total_deductions', money(check.total_deductions.current)],
    ['NET CHECK', 'net_pay', money(check.net.current)],
    ['YTD GROSS', 'gross_pay_ytd', money(check.gross.ytd)],
    ['YTD NET', 'net_pay_ytd', money(check.net.ytd)],
  ];
  const wide = width / boxes.length;
  for (const [index, fact] of boxes.entries())
    cell(sheet, fact, { x: left + index * wide, y, width: wide, height: 28 }, { value: { size: 10, bold: true } });
  y += 40;
  if (it.contributions.length > 0) {
    sheet.text('PAID BY CONTRACTOR TO TRUST FUNDS AND AGENCIES', left, y, { size: 7.5, bold: true });
    y = list('FUND', 'employer_contributions', it.contributions, left, middle, y + 12) + 12;
  }
  if (check.accounts.length > 0) {
    const deposits = check.accounts.map(({ kind, mask, current }) => {
      const description = kind === 'checking' ? 'CHECKING' : 'SAVINGS';
      const account = it.account(mask);
      sheet.row('distributions', { description, account_mask: account, current: money(current) });
      return `${description} ${account.text}  ${money(current, { dollar: '$' }).text}`;
    });
    sheet.text('DEPOSITED:', left, y, { size: 8, bold: true });
    sheet.lines(deposits, left + 60, y, { size: 8, step: 12 });
    y += deposits.length * 12 + 8;
  }
  const note = plain('Report errors in hours or cost codes to your foreman within five working days.');
  sheet.text(note.text, left, y + 6, { size: 7.5, italic: true });
  return sheet.done();
};

const craft = (title: string): string => title.slice(0, 12).trim();

/**
 * Splits straight time over one to three jobs. All parts except the last have whole hours, so that no cent is lost to
 * rounding.
 */
function timeLines(random: Random, earnings: readonly (Omit<Time, 'job' | 'code'> & { kind: string })[]): Time[] {
  const first = random.integer(0, JOBS.length - 1);
  const count = random.integer(1, 3);
  const place = (index: number) => {
    const job = `${2400 + ((first + index) % JOBS.length) * 13} ${JOBS[(first + index) % JOBS.length]}`;
    return { job, code: random.pick(CODES) };
  };
  return earnings.flatMap((line): Time[] => {
    const { hours: all, rate } = line;
    if (!['regular', 'overtime', 'double_time'].includes(line.kind) || all === null || rate === null)
      return [{ ...line, job: '', code: '' }];
    if (line.kind !== 'regular' || count === 1) return [{ ...line, ...place(0) }];
    const whole = Math.floor(all / 100 / count);
    const parts = Array.from({ length: count - 1 }, (_, index) => ({
      ...line,
      ...place(index),
      hours: whole * 100,
      current: whole * rate,
    }));
    const left = all - whole * 100 * parts.length;
    return [
      ...parts,
      { ...line, ...place(count - 1), hours: left, current: line.current - whole * rate * parts.length },
    ];
  });
}
