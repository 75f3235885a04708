// A page printed from an app, with cards in one column. Below each line, a second line in gray shows hours, rate and
// the year to date.
import type { Layout } from '../../sample.ts';
import { hours, money, type Shown } from '../formats.ts';
import { open } from '../open.ts';
import { LONG, wordsLike } from '../words.ts';

const WORDS = wordsLike(LONG, {
  earnings: {
    salary: 'Base pay',
    regular: 'Base wages',
    overtime: 'Extra hours (1.5x)',
    holiday: 'Company holiday',
    pto: 'Time off',
    sick: 'Sick time',
    bonus: 'Spot bonus',
  },
  taxes: {
    federal: 'Federal tax',
    social_security: 'Social Security tax',
    medicare: 'Medicare tax',
    state: '{state} state tax',
    local: 'Local tax',
  },
  deductions: {
    medical: 'Health plan',
    dental: 'Dental plan',
    vision: 'Vision plan',
    k401: 'Traditional 401(k)',
    hsa: 'HSA',
  },
  contributions: { medical: 'Health plan', dental: 'Dental plan', match: '401(k) match', hsa: 'HSA' },
});

export const appCards: Layout = async (seed) => {
  const it = open('app-cards', seed, {
    sectors: ['office', 'shop'],
    words: [WORDS],
    dates: ['Mon D, YYYY', 'Month D, YYYY'],
    names: ['short', 'full'],
  });
  const { sheet, random, check } = it;
  const left = 106;
  const right = 506;
  const tone = random.pick(['#7a3ff2', '#0f9d76', '#e0562b']);
  const gray = '#808693';
  const dollars = (cents: number) => money(cents, { dollar: '$' });
  let y = 36;
  sheet.field('employer_name', it.employer_name, left, y, { size: 10, bold: true, width: 260 });
  sheet.text('pay summary', right, y, { size: 9, color: gray, align: 'right' });
  y += 22;
  sheet.box(left, y, right - left, 84, { fill: tone, radius: 10 });
  const white = { color: '#ffffff' };
  sheet.text('You took home', left + 16, y + 12, { ...white, size: 9 });
  sheet.field('net_pay', dollars(check.net.current), left + 16, y + 25, { ...white, size: 24, bold: true });
  let x = sheet.text('Payday ', left + 16, y + 60, { ...white, size: 9 });
  sheet.field('pay_date', it.pay_date, x, y + 60, { ...white, size: 9, bold: true });
  sheet.text('Worked', right - 16, y + 47, { ...white, size: 8, align: 'right' });
  sheet.text(it.period(' to '), right - 16, y + 60, { ...white, size: 9, align: 'right', width: 230 });
  y += 98;
  sheet.field('employee_name', it.employee_name, left, y, { size: 11, bold: true, width: 240 });
  x = sheet.text('ID ', right - 90, y, { size: 9, color: gray });
  sheet.field('employee_id', it.employee_id, x, y, { size: 9 });
  y = sheet.address('employee_address', it.employee_address, left, y + 15, { size: 8.5, color: gray }) + 10;

  const room = (needed: number) => {
    if (y + needed < 760) return;
    sheet.text('continues', 306, 772, { size: 7, color: gray, align: 'center' });
    sheet.page();
    y = 40;
  };
  const heading = (title: string, name: string | null, cents: number | null) => {
    room(60);
    sheet.text(title, left, y, { size: 11.5, bold: true });
    if (cents !== null) {
      if (name) sheet.field(name, dollars(cents), right, y, { size: 11.5, bold: true, align: 'right' });
      else sheet.text(dollars(cents).text, right, y, { size: 11.5, bold: true, align: 'right' });
    }
    sheet.rule(left, y + 15, right, y + 15, { color: tone, width: 1.2 });
    y += 21;
  };
  const item = (description: string, current: Shown, detail: string, ytd: Shown | null) => {
    room(26);
    sheet.text(description, left + 4, y, { size: 9.5, width: 250 });
    sheet.text(current.text, right - 4, y, { size: 9.5, align: 'right' });
    sheet.text(detail, left + 4, y + 11.5, { size: 7.5, color: gray });
    if (ytd) sheet.text(`${ytd.text} this year`, right - 4, y + 11.5, { size: 7.5, color: gray, align: 'right' });
    y += 25;
  };
  heading('Total earnings', 'gross_pay', check.gross.current);
  for (const row of it.earnings) {
    const own = { hours: row.hours ? hours(row.hours) : undefined, rate: row.rate ? dollars(row.rate) : undefined };
    const detail = own.hours ? `${own.hours.text} hrs${own.rate ? ` x ${own.rate.text}` : ''}` : '';
    item(row.name, dollars(row.current), detail, dollars(row.ytd));
    sheet.row('earnings', { description: row.name, ...own, current: dollars(row.current), ytd: dollars(row.ytd) });
  }
  const list = (into: string, rows: readonly { name: string; current: number; ytd: number }[], detail = '') => {
    for (const row of rows) {
      item(row.name, dollars(row.current), detail, dollars(row.ytd));
      sheet.row(into, { description: row.name, current: dollars(row.current), ytd: dollars(row.ytd) });
    }
    y += 6;
  };
  y += 6;
  heading('Taxes you paid', 'total_taxes', check.total_taxes.current);
  list('taxes', it.taxes);
  if (it.deductions.length > 0) {
    heading('Benefits and other deductions', 'total_deductions', check.total_deductions.current);
    list('deductions', it.deductions);
  }
  if (it.contributions.length > 0) {
    heading('What your employer paid for you', null, null);
    list('employer_contributions', it.contributions);
  }
  if (check.accounts.length > 0) {
    heading('Where the money went', null, null);
    for (const { kind, mask, current } of check.accounts) {
      const description = kind === 'checking' ? 'Checking' : 'Savings';
      const account = it.account(mask);
      item(description, dollars(current), account.text, null);
      sheet.row('distributions', { description, account_mask: account, current: dollars(current) });
    }
    y += 6;
  }
  heading('This year so far', null, null);
  for (const [label, name, cents] of [
    ['Earnings', 'gross_pay_ytd', check.gross.ytd],
    ['Taxes', 'total_taxes_ytd', check.total_taxes.ytd],
    ['Deductions', 'total_deductions_ytd', check.total_deductions.ytd],
    ['Take-home', 'net_pay_ytd', check.net.ytd],
  ] as const) {
    room(14);
    sheet.text(label, left + 4, y, { size: 9 });
    sheet.field(name, dollars(cents), right - 4, y, { size: 9, align: 'right' });
    y += 13;
  }
  room(30);
  const address = it.employer_address.join(', ');
  sheet.text(address, left, y + 12, { size: 7.5, color: gray });
  sheet.record('employer_address', address);
  return sheet.done();
};
