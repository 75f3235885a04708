// A letter from a small nonprofit. The facts are in sentences, one computation has an inner and an outer column, and
// year-to-date amounts are only at the end.
import type { Layout } from '../../sample.ts';
import { hours, money, type Shown } from '../formats.ts';
import { open } from '../open.ts';
import { paidNow } from '../stub.ts';
import { LONG, wordsLike } from '../words.ts';

const WORDS = wordsLike(LONG, {
  earnings: {
    salary: 'Stipend',
    regular: 'Hours worked',
    holiday: 'Holiday hours',
    pto: 'Vacation hours',
    sick: 'Sick hours',
    housing: 'Housing allowance',
  },
  taxes: {
    federal: 'Federal income tax withheld',
    social_security: 'Social Security (6.2%)',
    medicare: 'Medicare (1.45%)',
    state: '{state} income tax withheld',
  },
  deductions: {
    k403: 'Your 403(b) contribution',
    medical: 'Your share of health premium',
    dental: 'Your share of dental premium',
    vision: 'Your share of vision premium',
  },
});

export const letter: Layout = async (seed) => {
  const it = open('letter', seed, {
    sectors: ['church'],
    words: [WORDS],
    dates: ['Month D, YYYY', 'DD Mon YYYY'],
    names: ['full', 'initial.'],
    face: 'serif',
    pay: { frequency: seed % 3 === 0 ? 'semimonthly' : 'monthly', deductions_max: 7 },
  });
  const { sheet, random, check } = it;
  const left = 90;
  const right = 522;
  const inner = right - 90;
  const size = 11;
  const step = 15;
  sheet.field('employer_name', it.employer_name, 306, 54, { size: 17, bold: true, align: 'center', width: 430 });
  const address = it.employer_address.join(', ');
  sheet.text(address, 306, 76, { size: 10, align: 'center' });
  sheet.record('employer_address', address);
  if (random.chance(0.6)) {
    const ein = `Tax ID ${it.employer_ein.text}`;
    sheet.text(ein, 306, 89, { size: 10, align: 'center' });
    sheet.record('employer_ein', it.employer_ein.truth);
  }
  sheet.rule(left, 106, right, 106, { width: 0.8 });
  sheet.text('REMUNERATION STATEMENT', 306, 120, { size: 12, bold: true, align: 'center' });
  let y = 146;
  let x = sheet.text('Prepared for ', left, y, { size });
  x = sheet.field('employee_name', it.employee_name, x, y, { size, bold: true });
  if (random.chance(0.5)) {
    x = sheet.text('  (SSN ', x, y, { size });
    x = sheet.field('employee_ssn', it.employee_ssn, x, y, { size });
    sheet.text(')', x, y, { size });
  }
  y += step;
  if (random.chance(0.6)) {
    const home = it.employee_address.join(', ');
    sheet.text(home, left, y, { size, width: right - left });
    sheet.record('employee_address', home);
    y += step;
  }
  sheet.text(`For services from ${it.period(' through ')}`, left, y, { size });
  y += step;
  x = sheet.text('Paid on ', left, y, { size });
  x = sheet.field('pay_date', it.pay_date, x, y, { size });
  if (check.accounts.length === 0) {
    x = sheet.text(' by check no. ', x, y, { size });
    sheet.field('check_number', it.check_number, x, y, { size });
  } else sheet.text(' by bank transfer', x, y, { size });
  y += step + 12;

  const line = (label: string, shown: Shown, edge: number, bold = false) => {
    sheet.text(label, edge === right ? left : left + 18, y, { size, bold, width: 290 });
    sheet.text(shown.text, edge, y, { size, bold, align: 'right' });
    y += step;
  };
  const subtotal = (label: string, name: string, cents: number, sign: '' | 'less' = '') => {
    sheet.rule(inner - 60, y, inner, y);
    y += 3;
    const shown = money(cents, { dollar: '$' });
    sheet.record(name, shown.truth);
    line(label, sign ? { ...shown, text: `(${shown.text})` } : shown, right, true);
    y += 6;
  };
  sheet.text('Compensation', left, y, { size, italic: true });
  y += step;
  for (const row of paidNow(it.earnings)) {
    const detail =
      row.hours && row.rate ? `, ${hours(row.hours).text} hours at ${money(row.rate, { dollar: '$' }).text}` : '';
    line(`${row.name}${detail}`, money(row.current), inner);
    sheet.row('earnings', {
      description: row.name,
      ...(row.hours && row.rate && { hours: hours(row.hours), rate: money(row.rate) }),
      current: money(row.current),
    });
  }
  subtotal('Gross compensation', 'gross_pay', check.gross.current);
  sheet.text('Less taxes', left, y, { size, italic: true });
  y += step;
  for (const row of paidNow(it.taxes)) {
    line(row.name, money(row.current), inner);
    sheet.row('taxes', { description: row.name, current: money(row.current) });
  }
  subtotal('Taxes withheld', 'total_taxes', check.total_taxes.current, 'less');
  const deductions = paidNow(it.deductions);
  if (deductions.length > 0) {
    sheet.text('Less other amounts', left, y, { size, italic: true });
    y += step;
    for (const row of deductions) {
      line(row.name, money(row.current), inner);
      sheet.row('deductions', { description: row.name, current: money(row.current) });
    }
    subtotal('Other amounts withheld', 'total_deductions', check.total_deductions.current, 'less');
  }
  sheet.record('net_pay', money(check.net.current).truth);
  sheet.rule(right - 70, y, right, y, { width: 1 });
  y += 5;
  line('Amount paid to you', money(check.net.current, { dollar: '$' }), right, true);
  sheet.rule(right - 70, y, right, y);
  sheet.rule(right - 70, y + 2, right, y + 2);
  y += 20;
  sheet.text(`Totals for the calendar year ${check.pay_date.slice(0, 4)} including this payment`, left, y, {
    size,
    italic: true,
  });
  y += step;
  const totals: [string, string, number][] = [
    ['Gross compensation', 'gross_pay_ytd', check.gross.ytd],
    ['Taxes withheld', 'total_taxes_ytd', check.total_taxes.ytd],
    ['Other amounts withheld', 'total_deductions_ytd', check.total_deductions.ytd],
    ['Paid to you', 'net_pay_ytd', check.net.ytd],
  ];
  for (const [label, name, cents] of totals) {
    sheet.record(name, money(cents).truth);
    line(label, money(cents), inner);
  }
  if (y < 700) sheet.text('With thanks for your work,   The Treasurer', left, y + 20, { size, italic: true });
  return sheet.done();
};
