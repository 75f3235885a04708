// A restaurant's narrow pay slip, on half a page. Tips are either paid with the wages or were kept by the employee in
// cash.
import type { Layout } from '../sample.ts';
import { hours, money, NOTHING } from './formats.ts';
import { open } from './open.ts';
import { paidNow } from './stub.ts';
import { LONG, wordsLike } from './words.ts';

const WORDS = wordsLike(LONG, {
  earnings: {
    regular: 'Hourly',
    overtime: 'OT 1.5x',
    card_tips: 'Tips - Credit Card',
    cash_tips: 'Tips - Cash Declared',
    training: 'Training Hrs',
  },
  taxes: {
    federal: 'Fed Income Tax',
    social_security: 'Social Security',
    state: '{state} Income Tax',
    local: 'Local Tax',
  },
  deductions: { tips_paid: 'Cash tips already received', meals: 'Meal charges', uniform: 'Uniform/apron' },
});

export const tipSlip: Layout = async (seed) => {
  const it = open('tip-slip', seed, {
    sectors: ['restaurant'],
    words: [WORDS],
    dates: ['MM/DD/YYYY', 'M/D/YYYY', 'Mon D, YYYY'],
    names: ['short', 'initial'],
    size: [396, 612],
    pay: { frequency: seed % 2 === 0 ? 'weekly' : 'biweekly' },
  });
  const { sheet, random, check } = it;
  const left = 24;
  const right = 372;
  sheet.field('employer_name', it.employer_name, 198, 24, { size: 13, bold: true, align: 'center', width: 330 });
  const address = it.employer_address.join(', ');
  sheet.text(address, 198, 41, { size: 8, align: 'center', width: 340 });
  sheet.record('employer_address', address);
  sheet.rule(left, 54, right, 54, { dash: 2 });
  const small = { size: 8.5 };
  sheet.field('employee_name', it.employee_name, left, 60, { size: 10.5, bold: true, width: 190 });
  sheet.text(it.stub.title, left, 74, { size: 8, italic: true });
  const pairs: [string, (edge: number, y: number) => void][] = [
    ['Paid on', (edge, y) => sheet.field('pay_date', it.pay_date, edge, y, { ...small, align: 'right' })],
    ['For', (edge, y) => sheet.text(it.period(' - '), edge, y, { ...small, align: 'right' })],
    ['Check #', (edge, y) => sheet.field('check_number', it.check_number, edge, y, { ...small, align: 'right' })],
  ];
  if (check.accounts.length > 0) pairs.pop();
  if (random.chance(0.5))
    pairs.push([
      'SSN',
      (edge, y) => sheet.field('employee_ssn', it.employee_ssn, edge, y, { ...small, align: 'right' }),
    ]);
  for (const [index, [label, put]] of pairs.entries()) {
    sheet.text(label, right - 160, 60 + index * 11, small);
    put(right, 60 + index * 11);
  }
  let y = 112;
  const style = { size: 8.5 };
  const step = 12;
  const col = { hours: right - 178, rate: right - 126, current: right - 66, ytd: right };
  const bar = (at: number) => sheet.rule(left, at + 11, right, at + 11);
  y = sheet.table({
    into: 'earnings',
    y,
    step,
    style,
    rows: paidNow(it.earnings),
    headStep: 15,
    behindHead: bar,
    columns: [
      { key: 'description', title: 'PAY', x: left, width: 130, of: ({ name }) => name },
      {
        key: 'hours',
        title: 'Hrs',
        x: col.hours,
        width: 40,
        align: 'right',
        of: (row) => (row.hours ? hours(row.hours) : NOTHING),
      },
      {
        key: 'rate',
        title: 'Rate',
        x: col.rate,
        width: 40,
        align: 'right',
        of: ({ rate }) => (rate ? money(rate) : NOTHING),
      },
      {
        key: 'current',
        title: 'Amount',
        x: col.current,
        width: 56,
        align: 'right',
        of: ({ current }) => money(current),
      },
      { key: 'ytd', title: 'YTD', x: col.ytd, width: 60, align: 'right', of: ({ ytd }) => money(ytd) },
    ],
  });
  const sum = (label: string, name: string, { current, ytd }: { current: number; ytd: number }) => {
    sheet.rule(col.current - 46, y, right, y, { width: 0.3 });
    sheet.text(label, left, y + 4, { ...style, bold: true });
    sheet.field(name, money(current), col.current, y + 4, { ...style, bold: true, align: 'right' });
    sheet.field(`${name}_ytd`, money(ytd), col.ytd, y + 4, { ...style, bold: true, align: 'right' });
    y += 22;
  };
  sum('Total Gross', 'gross_pay', check.gross);
  const list = (title: string, into: string, rows: readonly { name: string; current: number; ytd: number }[]) => {
    y = sheet.table({
      into,
      y,
      step,
      style,
      rows,
      headStep: 15,
      behindHead: bar,
      columns: [
        { key: 'description', title, x: left, width: 190, of: ({ name }) => name },
        {
          key: 'current',
          title: 'Amount',
          x: col.current,
          width: 56,
          align: 'right',
          of: ({ current }) => money(current),
        },
        { key: 'ytd', title: 'YTD', x: col.ytd, width: 60, align: 'right', of: ({ ytd }) => money(ytd) },
      ],
    });
  };
  list('TAXES', 'taxes', it.taxes);
  sum('Total Taxes', 'total_taxes', check.total_taxes);
  if (it.deductions.length > 0) {
    list('DEDUCTIONS', 'deductions', it.deductions);
    if (random.chance(0.6)) sum('Total Deductions', 'total_deductions', check.total_deductions);
    else y += 8;
  }
  sheet.box(left, y, right - left, 20, { fill: '#111111' });
  sheet.text('NET PAY', left + 8, y + 5, { size: 11, bold: true, color: '#ffffff' });
  sheet.field('net_pay', money(check.net.current, { dollar: '$' }), right - 8, y + 5, {
    size: 11,
    bold: true,
    color: '#ffffff',
    align: 'right',
  });
  y += 27;
  for (const { kind, mask, current } of check.accounts) {
    const account = it.account(mask);
    const description = kind === 'checking' ? 'Checking' : 'Savings';
    sheet.text(`${description} ${account.text}`, left, y, small);
    sheet.text(money(current, { dollar: '$' }).text, right - 8, y, { ...small, align: 'right' });
    sheet.row('distributions', { description, account_mask: account, current: money(current) });
    y += 11;
  }
  const tips = it.earnings
    .filter(({ kind }) => kind.endsWith('tips'))
    .reduce((total, { current }) => total + current, 0);
  if (tips > 0 && y < 575)
    sheet.text(`Tips reported this period: ${money(tips).text}. Tip credit taken under state law.`, left, y + 6, {
      size: 7.5,
      italic: true,
    });
  return sheet.done();
};
