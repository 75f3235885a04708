// A letter from a parish office. A sentence with the dates comes first; a list follows, with each amount to the left of
// its description.
import type { Layout } from '../../sample.ts';
import { hours, money, moneyText, type Shown, unlessZero } from '../formats.ts';
import { open } from '../open.ts';
import { LONG, wordsLike } from '../words.ts';
import { type Named, type Timed, wrapped } from './kit.ts';

const WORDS = wordsLike(LONG, {
  earnings: {
    salary: 'Stipend',
    regular: 'Wages',
    housing: 'Housing allowance',
    holiday: 'Holiday pay',
    pto: 'Vacation pay',
    sick: 'Sick pay',
  },
  taxes: {
    federal: 'Federal income tax',
    social_security: 'Social security tax',
    medicare: 'Medicare tax',
    state: '{state} income tax',
  },
  deductions: {
    medical: 'Health insurance',
    dental: 'Dental insurance',
    k403: '403(b) retirement savings',
    charity: 'Offering',
  },
});

export const parish: Layout = async (seed) => {
  const it = open('parish', seed, {
    sectors: ['church'],
    words: [WORDS],
    dates: ['Month D, YYYY'],
    names: ['full', 'short', 'initial.'],
    face: 'serif',
    pay: { frequency: seed % 2 === 0 ? 'monthly' : 'semimonthly', deductions_max: 6 },
  });
  const { sheet, random, check } = it;
  const left = 80;
  sheet.field('employer_name', it.employer_name, 306, 44, { size: 16, bold: true, align: 'center', width: 440 });
  const address = it.employer_address.join(' · ');
  sheet.text(address, 306, 64, { size: 9, align: 'center' });
  sheet.record('employer_address', it.employer_address.join(', '));
  sheet.text(`Tax ID ${it.employer_ein.text}`, 306, 76, { size: 9, align: 'center' });
  sheet.record('employer_ein', it.employer_ein.truth);
  sheet.rule(left, 92, 532, 92, { width: 0.8 });
  sheet.field('employee_name', it.employee_name, left, 112, { size: 11 });
  let y = sheet.address('employee_address', it.employee_address, left, 126, { size: 11 }) + 14;
  sheet.text('Statement of Pay', left, y, { size: 13, bold: true });
  y += 22;
  const by = check.accounts.length > 0 ? 'by transfer to your bank' : `by check no. ${it.check_number.text}`;
  if (check.accounts.length === 0) sheet.record('check_number', it.check_number.truth);
  const story = `Dear ${it.stub.person.first}, this is the statement of your pay for ${it.period(' through ')}. It was paid on ${it.pay_date.text} ${by}.`;
  sheet.record('pay_date', it.pay_date.truth);
  y = sheet.lines(wrapped(story, 84), left, y, { size: 11 }) + 14;
  const edges = [left + 70, left + 150] as const;
  sheet.text('This check', edges[0], y, { size: 9, italic: true, align: 'right' });
  sheet.text('Year to date', edges[1], y, { size: 9, italic: true, align: 'right' });
  sheet.text('For', left + 170, y, { size: 9, italic: true });
  y += 16;
  const line = (current: Shown, ytd: Shown, label: string, name = '') => {
    const style = { size: 11, bold: name !== '', align: 'right' } as const;
    if (name) {
      sheet.field(name, current, edges[0], y, style);
      sheet.field(`${name}_ytd`, ytd, edges[1], y, style);
    } else {
      sheet.text(current.text, edges[0], y, style);
      sheet.text(ytd.text, edges[1], y, style);
    }
    sheet.text(label, left + 170, y, { size: 11, bold: name !== '' });
    y += 16;
  };
  const list = (into: string, rows: readonly (Named & Partial<Timed>)[]) => {
    for (const { name, current, ytd, ...time } of rows) {
      const cells = { current: unlessZero(current, money), ytd: money(ytd) };
      const timed = time.hours && time.rate ? { hours: hours(time.hours), rate: money(time.rate) } : null;
      line(
        cells.current,
        cells.ytd,
        timed ? `${name} (${timed.hours.text} hours at ${moneyText(time.rate ?? 0)})` : name,
      );
      sheet.row(into, { description: name, ...timed, ...cells });
    }
  };
  const subtotal = (label: string, name: string, sum: { current: number; ytd: number }) => {
    y += 4;
    sheet.rule(left, y - 4, edges[1], y - 4, { width: 0.4 });
    line(money(sum.current), money(sum.ytd), label, name);
    y += 8;
  };
  list('earnings', it.earnings);
  subtotal('Total pay before taxes', 'gross_pay', check.gross);
  list('taxes', it.taxes);
  subtotal('Taxes withheld', 'total_taxes', check.total_taxes);
  if (it.deductions.length > 0) {
    list('deductions', it.deductions);
    subtotal('Other amounts withheld', 'total_deductions', check.total_deductions);
  }
  sheet.rule(left, y - 4, edges[1], y - 4, { width: 1.2 });
  line(money(check.net.current, { dollar: '$' }), money(check.net.ytd, { dollar: '$' }), 'Net pay', 'net_pay');
  y += 18;
  const close = ['With thanks for your service,', 'The Treasurer'];
  sheet.lines(close, left, y, { size: 11, step: 30 });
  if (random.chance(0.6))
    sheet.text('The housing allowance was designated by the council under section 107.', left, 760, {
      size: 8,
      italic: true,
    });
  return sheet.done();
};
