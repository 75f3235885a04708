// An app for shift workers. Totals come first, hours and rate are in the line of the pay, and year-to-date amounts are
// on a separate screen.
import type { Layout } from '../../sample.ts';
import { money, plain } from '../formats.ts';
import { open } from '../open.ts';
import { beside, type Fact } from '../second/kit.ts';
import { APP_WORDS, sectionsOf, shortHours, thinMinus, timeOf } from './kit.ts';

const TITLES = { earnings: 'Earned', taxes: 'Taxes withheld', deductions: 'Other deductions' } as const;
const SUMS = { earnings: 'Gross pay', taxes: 'Taxes', deductions: 'Deductions' } as const;

export const shiftWallet: Layout = async (seed) => {
  const it = open('shift-wallet', seed, {
    sectors: ['restaurant', 'shop', 'trade'],
    words: [APP_WORDS],
    dates: ['Mon D, YYYY', 'MM/DD/YYYY', 'M/D/YYYY'],
    names: ['short'],
    size: [375, 1000],
    pay: { salaried: false, deductions_max: 6 },
  });
  const { sheet, random, check } = it;
  const [left, right] = [24, 351];
  const now = sectionsOf(it, 'now');
  let y = 0;
  const screen = (title: string) => {
    sheet.box(0, 0, 375, 1000, { fill: '#fafafa' });
    sheet.text('10:24', 20, 12, { size: 9, bold: true });
    sheet.text('LTE 64%', 355, 12, { size: 8, align: 'right' });
    sheet.text(title, 187, 34, { size: 14, bold: true, align: 'center' });
    y = 62;
  };
  const line = (fact: Fact, size = 11, bold = false) => {
    beside(sheet, fact, left, y, { label: { size, bold }, value: { size, bold, width: 210 }, edge: right });
    y += size + 8;
  };
  const heading = (title: string) => {
    sheet.rule(left - 8, y, right + 8, y, { color: '#cfd4dc', width: 1 });
    sheet.text(title.toUpperCase(), left, y + 9, { size: 8.5, bold: true, color: '#5b6472' });
    y += 26;
  };
  screen('Pay details');
  line([random.pick(['Net pay', 'You took home']), 'net_pay', money(check.net.current, { dollar: '$' })], 18, true);
  for (const { into, total_name, total, withheld } of now)
    line([SUMS[into], total_name, thinMinus(total.current, withheld)]);
  heading('About this payment');
  line(['Employer', 'employer_name', it.employer_name]);
  line(['Employee', 'employee_name', it.employee_name]);
  line(['Worker ID', 'employee_id', it.employee_id]);
  line(['Pay date', 'pay_date', it.pay_date]);
  line(['Pay period', '', plain(it.period(random.pick([' – ', ' to '])))]);
  for (const { into, rows, withheld } of now) {
    heading(TITLES[into]);
    for (const row of rows) {
      const time = timeOf(row);
      const detail = time ? `${row.name} · ${shortHours(time.hours)} h × $${time.rate.text}` : row.name;
      line([detail, '', thinMinus(row.current, withheld)]);
    }
  }
  if (check.accounts.length > 0) {
    heading('Sent to');
    for (const { kind, mask, current } of check.accounts) {
      const description = kind === 'checking' ? 'Checking' : 'Savings';
      line([`${description} ••••${mask}`, '', money(current, { dollar: '$' })]);
      sheet.row('distributions', { description, account_mask: mask, current: money(current) });
    }
  }
  sheet.page();
  screen('Year to date');
  for (const { into, total_name, rows, total, withheld } of sectionsOf(it, 'all')) {
    heading(TITLES[into]);
    for (const row of rows) {
      line([row.name, '', thinMinus(row.ytd, withheld)]);
      sheet.row(into, {
        description: row.name,
        ...timeOf(row),
        ...(row.current !== 0 && { current: money(row.current) }),
        ytd: money(row.ytd),
      });
    }
    line([SUMS[into], `${total_name}_ytd`, thinMinus(total.ytd, withheld)], 11, true);
  }
  heading('Summary');
  line(['Net pay', 'net_pay_ytd', money(check.net.ytd, { dollar: '$' })], 12, true);
  return sheet.done();
};
