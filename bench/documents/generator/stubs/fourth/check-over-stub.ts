// A large payroll provider's page. A tinted check at the top contains the deposits. Hours come before the description,
// and minus signs come after the amount. One line at the bottom leads from gross pay to net pay.

import { newBank } from '../../people.ts';
import type { Layout } from '../../sample.ts';
import { amountInWords, hours, money, moneyText, plain, taken } from '../formats.ts';
import { open } from '../open.ts';
import { amounts, beside, type Fact, type Named, names, type Timed } from '../second/kit.ts';
import { STATUTORY, wordsLike } from '../words.ts';
import { timeOf } from './kit.ts';

const WORDS = wordsLike(STATUTORY, {
  earnings: { regular: 'Regular Earnings', overtime: 'Overtime Earnings', salary: 'Salary Earnings' },
  taxes: {
    federal: 'Federal Income',
    social_security: 'Social Security (OASDI)',
    medicare: 'Medicare (HI)',
    state: '{state} State Income',
  },
});

export const checkOverStub: Layout = async (seed) => {
  const it = open('check-over-stub', seed, {
    sectors: ['office', 'trade', 'shop'],
    words: [WORDS],
    dates: ['MM/DD/YY', 'MM-DD-YYYY', 'DD-MON-YYYY'],
    names: ['initial', 'full'],
    upper: () => true,
    face: 'serif',
    pay: { deductions_max: 9 },
  });
  const { sheet, random, check } = it;
  const [left, right] = [36, 576];
  const tint = random.pick(['#e8f1ea', '#e9eef6', '#f5efe2']);
  sheet.box(left - 8, 20, right - left + 16, 216, { fill: tint, stroke: '#888888' });
  sheet.field('employer_name', it.employer_name, left, 30, { size: 11, bold: true, width: 270 });
  sheet.address('employer_address', it.employer_address, left, 44, { size: 9 });
  const deposited = check.accounts.length > 0;
  beside(sheet, [deposited ? 'Advice No.' : 'Check No.', 'check_number', it.check_number], 420, 32, {
    edge: right,
    value: { size: 11, bold: true },
  });
  beside(sheet, ['Dated', 'pay_date', it.pay_date], 420, 50, { edge: right, value: { size: 10 } });
  sheet.text(deposited ? 'Deposited for' : 'Pay to the order of', left, 96, { size: 8, italic: true });
  sheet.field('employee_name', it.employee_name, left + 80, 94, { size: 11, width: 260 });
  sheet.address('employee_address', it.employee_address, left + 80, 107, { size: 9 });
  if (deposited) {
    sheet.table({
      into: 'distributions',
      y: 152,
      step: 12,
      style: { size: 9 },
      head: { size: 7.5, bold: false, italic: true },
      headStep: 11,
      rows: check.accounts.map((account) => ({ ...account, bank: newBank(random) })),
      columns: [
        {
          key: 'description',
          title: 'Financial institution',
          x: left,
          width: 180,
          of: ({ bank }) => bank.toUpperCase(),
        },
        { title: 'Type', x: left + 200, width: 60, of: ({ kind }) => (kind === 'checking' ? 'CHKG' : 'SVGS') },
        { key: 'account_mask', title: 'Account', x: left + 270, width: 100, of: ({ mask }) => it.account(mask) },
        { key: 'current', title: 'Amount', x: right, width: 80, align: 'right', of: ({ current }) => money(current) },
      ],
    });
    sheet.text('THIS IS NOT A CHECK', 306, 214, { size: 12, bold: true, color: '#777777', align: 'center' });
  } else {
    sheet.text(amountInWords(check.net.current).toUpperCase(), left, 160, { size: 9.5, width: 420 });
    sheet.rule(left, 172, 460, 172);
    sheet.text(`$****${moneyText(check.net.current)}`, right, 158, { size: 12, bold: true, align: 'right' });
    sheet.text('Authorized signature', right, 222, { size: 7.5, italic: true, align: 'right' });
    sheet.rule(400, 219, right, 219);
  }

  let y = 252;
  sheet.text('Statement of Earnings and Withholdings', left, y, { size: 12, bold: true });
  y += 20;
  const facts: Fact[] = [
    ['Period Beginning', 'period_start', it.period_start],
    ['Employee File', 'employee_id', it.employee_id],
    ['Social Security No.', 'employee_ssn', it.employee_ssn],
    ['Period Ending', 'period_end', it.period_end],
    ['Department', '', plain(it.stub.department)],
    ['Base Rate', '', { text: (check.rate / 100).toFixed(4), truth: '' }],
  ];
  for (const [index, fact] of facts.entries()) {
    const x = left + (index % 3) * 184;
    beside(sheet, fact, x, y + Math.floor(index / 3) * 12, { label: { size: 8.5 }, value: { size: 9 }, at: x + 84 });
  }
  y += 32;
  sheet.rule(left, y - 4, right, y - 4, { width: 1.2 });

  const style = { size: 9 };
  const head = { size: 8, italic: true, bold: false };
  const half = 322;
  const less = (cents: number) => taken(cents, { negative: 'trailing' });
  const earned = sheet.table<Timed>({
    into: 'earnings',
    y,
    step: 12,
    style,
    head,
    headStep: 14,
    rows: it.earnings,
    columns: [
      {
        key: 'hours',
        title: 'Hours',
        x: left + 34,
        width: 34,
        align: 'right',
        of: (row) => timeOf(row.hours),
      },
      { key: 'rate', title: 'Rate', x: left + 80, width: 42, align: 'right', of: ({ rate }) => hours(rate, 4) },
      names('Earnings', left + 90, 92),
      amounts('current', 'This Period', half - 66, 54, money, true),
      amounts('ytd', 'To Date', half - 10, 54),
    ],
  });
  const list = (title: string, into: string, rows: readonly Named[], at: number) =>
    rows.length === 0
      ? at
      : sheet.table({
          into,
          y: at,
          step: 12,
          style,
          head,
          headStep: 14,
          rows,
          columns: [
            names(title, half + 8, 124),
            amounts('current', 'This Period', right - 62, 56, less, true),
            amounts('ytd', 'To Date', right, 58, less),
          ],
        }) + 6;
  let side = list('Taxes Withheld', 'taxes', it.taxes, y);
  side = list('Other Deductions', 'deductions', it.deductions, side);
  const low = Math.max(earned, side) + 4;
  sheet.rule(half, y - 4, half, low, { width: 0.4 });

  sheet.rule(left, low, right, low, { width: 1.2 });
  const parts: [string, string, { current: number; ytd: number }][] = [
    ['Gross Earnings', 'gross_pay', check.gross],
    ['less Taxes', 'total_taxes', check.total_taxes],
    ['less Deductions', 'total_deductions', check.total_deductions],
    [deposited ? 'equals Net Deposit' : 'equals Net Check', 'net_pay', check.net],
  ];
  sheet.text('Current', left, low + 20, head);
  sheet.text('To Date', left, low + 34, head);
  for (const [index, [label, name, sum]] of parts.entries()) {
    const edge = left + 156 + index * 128;
    const bold = name === 'net_pay';
    sheet.text(label, edge, low + 6, { size: 8.5, bold, align: 'right' });
    sheet.field(name, money(sum.current), edge, low + 19, { size: 10, bold, align: 'right' });
    sheet.field(`${name}_ytd`, money(sum.ytd), edge, low + 33, { size: 9.5, bold, align: 'right' });
  }
  y = low + 58;
  if (it.contributions.length > 0) {
    sheet.text('Paid by your employer (not part of gross earnings)', left, y, { size: 8.5, bold: true });
    y = sheet.table({
      into: 'employer_contributions',
      y: y + 13,
      step: 11,
      style: { size: 8.5 },
      head,
      headStep: 12,
      rows: it.contributions,
      columns: [
        names('Benefit', left, 150),
        amounts('current', 'This Period', left + 220, 60),
        amounts('ytd', 'To Date', left + 290, 60),
      ],
    });
  }
  return sheet.done();
};
