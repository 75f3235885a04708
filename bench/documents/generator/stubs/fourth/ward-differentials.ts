// A hospital's pay advice in landscape format. It has many kinds of shift pay, and year-to-date amounts come before the
// current amounts. Rows are striped. A panel on the right has the totals, the leave balances and the deposits.
import type { Layout } from '../../sample.ts';
import { hours, money, type Shown, taken } from '../formats.ts';
import { open } from '../open.ts';
import { amounts, beside, currentFirst, type Fact, type Named, names, workedHours } from '../second/kit.ts';
import { CLINIC, wordsLike } from '../words.ts';
import { timeOf } from './kit.ts';

const WORDS = wordsLike(CLINIC, {
  earnings: {
    regular: 'REG Worked',
    salary: 'SAL Exempt',
    overtime: 'OTP Over 40',
    double_time: 'DBT Double Shift',
    evening: 'EVE Evening Diff',
    night: 'NOC Night Diff',
    weekend: 'WKD Weekend Diff',
    on_call: 'STB Standby',
    charge: 'CHG Charge Duty',
    holiday: 'HOL Holiday Worked',
    pto: 'PTO Planned',
    sick: 'EIB Unplanned',
    jury: 'JUR Jury Duty',
    training: 'EDU Class Time',
    bonus: 'XSB Extra Shift Bonus',
    retro: 'RTR Retro Adjust',
  },
  deductions: { meals: 'Bistro Charges', charity: 'Foundation Gift' },
});
const UNITS = ['4 West Medical', 'Emergency', 'Labor & Delivery', 'Surgical ICU', 'Imaging'];
const GREEN = '#1f5f4a';

export const wardDifferentials: Layout = async (seed) => {
  const it = open('ward-differentials', seed, {
    sectors: ['hospital'],
    words: [WORDS],
    dates: ['M/D/YYYY', 'DD Mon YYYY', 'MM.DD.YYYY'],
    names: ['last-first'],
    size: [792, 612],
    pay: { frequency: 'biweekly', deductions_max: 11 },
  });
  const { sheet, random, check } = it;
  const [left, second, panel, right] = [24, 392, 620, 768];
  sheet.field('employer_name', it.employer_name, left, 22, { size: 14, bold: true, color: GREEN, width: 380 });
  const street = it.employer_address.join(', ');
  sheet.text(street, left, 40, { size: 8 });
  sheet.record('employer_address', street);
  sheet.text('Payroll Services', right, 24, { size: 9, align: 'right' });
  sheet.rule(left, 54, right, 54, { color: GREEN, width: 1.5 });
  const line = (facts: Fact[], y: number) => {
    let x = left;
    for (const [label, name, shown] of facts) {
      const start = sheet.text(label, x, y, { size: 8.5, color: '#555555' }) + 3;
      x = (name ? sheet.field(name, shown, start, y, { size: 9 }) : sheet.text(shown.text, start, y, { size: 9 })) + 14;
    }
  };
  line(
    [
      ['For', 'employee_name', it.employee_name],
      ['Badge', 'employee_id', it.employee_id],
      ['Unit', '', { text: random.pick(UNITS), truth: '' }],
      ['Position', '', { text: it.stub.title, truth: '' }],
      ['Base', '', { text: (check.rate / 100).toFixed(4), truth: '' }],
    ],
    60,
  );
  line(
    [
      ['Pay period', 'period_start', it.period_start],
      ['through', 'period_end', it.period_end],
      ['Paid', 'pay_date', it.pay_date],
      [check.accounts.length > 0 ? 'Advice' : 'Check', 'check_number', it.check_number],
    ],
    74,
  );

  const top = 96;
  const style = { size: 8 };
  const head = { size: 7.5, color: '#ffffff' };
  const stripes = (from: number, to: number) => ({
    behindHead: (y: number) => sheet.box(from - 4, y - 3, to - from + 8, 13, { fill: GREEN }),
    behindRow: (y: number, index: number) => {
      if (index % 2 === 1) sheet.box(from - 4, y - 2, to - from + 8, 11.5, { fill: '#e9f1ed' });
    },
  });
  const blank: Shown = { text: '', truth: '' };
  sheet.table({
    into: 'earnings',
    y: top,
    step: 11.5,
    style,
    head,
    headStep: 14,
    rows: currentFirst(it.earnings),
    ...stripes(left, second - 16),
    columns: [
      names('Pay Code', left, 106),
      {
        title: 'YTD Hrs',
        x: left + 152,
        width: 40,
        align: 'right',
        of: ({ hours_ytd }) => timeOf(hours_ytd).text,
      },
      amounts('ytd', 'YTD Amt', left + 206, 50),
      workedHours('Hrs', left + 246, 34),
      {
        key: 'rate',
        title: 'Rate',
        x: left + 292,
        width: 40,
        align: 'right',
        of: ({ rate }) => (rate ? hours(rate, 4) : blank),
      },
      amounts('current', 'Amount', second - 16, 48, money, true),
    ],
  });
  const less = (cents: number) => taken(cents, { negative: 'parentheses' });
  const list = (title: string, into: string, rows: readonly Named[], y: number, show = less) =>
    rows.length === 0
      ? y
      : sheet.table({
          into,
          y,
          step: 11.5,
          style,
          head,
          headStep: 14,
          rows,
          ...stripes(second, panel - 16),
          columns: [
            names(title, second, 96),
            amounts('ytd', 'YTD Amt', second + 152, 52, show),
            amounts('current', 'Amount', panel - 16, 52, show),
          ],
        }) + 10;
  let y = list('Taxes', 'taxes', it.taxes, top);
  y = list('Deductions', 'deductions', it.deductions, y);
  list('Hospital Pays', 'employer_contributions', it.contributions, y, money);

  sheet.box(panel - 6, top - 3, right - panel + 12, 580 - top, { stroke: GREEN, radius: 4 });
  let side = top + 4;
  const heading = (text: string) => {
    sheet.text(text, panel, side, { size: 8.5, bold: true, color: GREEN });
    side += 13;
  };
  const sums: [string, string, { current: number; ytd: number }][] = [
    ['Gross', 'gross_pay', check.gross],
    ['Taxes', 'total_taxes', check.total_taxes],
    ['Deductions', 'total_deductions', check.total_deductions],
    ['Net to You', 'net_pay', check.net],
  ];
  for (const [title, suffix] of [
    ['This Pay Period', ''],
    ['Year to Date', '_ytd'],
  ] as const) {
    heading(title);
    for (const [label, name, sum] of sums) {
      const bold = name === 'net_pay';
      const look = { size: bold ? 10 : 8.5, bold };
      const shown = money(suffix ? sum.ytd : sum.current, { dollar: bold ? '$' : '' });
      beside(sheet, [label, `${name}${suffix}`, shown], panel, side, { label: look, value: look, edge: right });
      side += 12.5;
    }
    side += 8;
  }
  if (check.leaves.length > 0) {
    heading('Leave Banks (hours)');
    side = sheet.table({
      y: side,
      step: 11,
      style: { size: 7.5 },
      head: { size: 7, bold: false },
      headStep: 11,
      rows: check.leaves,
      columns: [
        {
          title: '',
          x: panel,
          width: 40,
          of: ({ kind }) => ({ vacation: 'PTO', sick: 'EIB', personal: 'CME' })[kind],
        },
        { title: 'Earned', x: panel + 66, width: 38, align: 'right', of: ({ accrued }) => money(accrued).text },
        { title: 'Taken', x: panel + 104, width: 36, align: 'right', of: ({ used }) => money(used).text },
        { title: 'Balance', x: right, width: 40, align: 'right', of: ({ balance }) => money(balance).text },
      ],
    });
    side += 10;
  }
  if (check.accounts.length > 0) {
    heading('Direct Deposit');
    for (const { kind, mask, current } of check.accounts) {
      const description = kind === 'checking' ? 'Checking' : 'Savings';
      const account = it.account(mask);
      const after = sheet.text(description, panel, side, style);
      sheet.text(account.text, after + 4, side, { ...style, width: 56 });
      sheet.text(money(current).text, right, side, { ...style, align: 'right' });
      sheet.row('distributions', { description, account_mask: account, current: money(current) });
      side += 12;
    }
  }
  return sheet.done();
};
