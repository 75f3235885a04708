// The screen of a phone app. Each card has the description on the left and the amount on the right. Below the amount,
// the year-to-date amount is printed in grey.
import type { Layout } from '../../sample.ts';
import { hours, money } from '../formats.ts';
import { open } from '../open.ts';
import { paidNow } from '../stub.ts';
import { LONG, wordsLike } from '../words.ts';
import { beside, type Named, type Timed } from './kit.ts';

const WORDS = wordsLike(LONG, {
  earnings: { regular: 'Regular hours', overtime: 'Overtime hours', pto: 'Vacation', allowance: 'Phone stipend' },
  taxes: { federal: 'Federal income tax', state: '{state} income tax', family_leave: '{state} family leave' },
  deductions: { medical: 'Medical', dental: 'Dental', vision: 'Vision', hsa: 'HSA', fsa: 'FSA' },
});
const GREY = '#7c8594';

export const phoneApp: Layout = async (seed) => {
  const it = open('phone-app', seed, {
    sectors: ['office', 'shop', 'restaurant'],
    words: [WORDS],
    dates: ['Mon D, YYYY', 'Month D, YYYY'],
    names: ['short'],
    size: [390, 844],
  });
  const { sheet, random, check } = it;
  const [left, right] = [16, 374];
  const dollars = (cents: number) => money(cents, { dollar: '$' });
  const frame = () => {
    sheet.box(0, 0, 390, 844, { fill: '#eef1f6' });
    sheet.text('9:41', 22, 14, { size: 10, bold: true });
    sheet.text('5G  87%', 368, 14, { size: 9, align: 'right' });
  };
  frame();
  sheet.text('<  Paychecks', left, 38, { size: 11, color: '#2f6bff' });
  sheet.box(left, 60, right - left, 118, { fill: '#2f3a8f', radius: 14 });
  const white = (size: number, bold = false) => ({ size, bold, color: '#ffffff', align: 'center' }) as const;
  sheet.text(`Hi ${it.stub.person.first}, here is your pay`, 195, 72, white(10));
  sheet.field('net_pay', dollars(check.net.current), 195, 90, white(28, true));
  sheet.text('take-home pay', 195, 122, white(9));
  sheet.text(`Paid ${it.pay_date.text}`, 195, 138, white(10, true));
  sheet.record('pay_date', it.pay_date.truth);
  sheet.text(`for ${it.period(' – ')}`, 195, 154, white(9));
  let y = 190;
  /** Draws a white card of the given height. A card that does not fit is drawn on the next screen. */
  const card = (title: string, height: number) => {
    if (y + height > 826) {
      sheet.page();
      frame();
      y = 40;
    }
    sheet.box(left, y, right - left, height, { fill: '#ffffff', radius: 10 });
    sheet.text(title, left + 12, y + 9, { size: 11, bold: true });
    y += 28;
  };
  const total = (label: string, name: string, current: number) => {
    const value = { size: 10, bold: true };
    beside(sheet, [label, name, dollars(current)], left + 12, y, { label: value, value, edge: right - 12 });
    y += 26;
  };
  const withYtd = random.chance(0.7);
  const step = withYtd ? 27 : 17;
  const rows = (into: string, lines: readonly (Named & Partial<Timed>)[]) => {
    for (const { name, current, ytd, ...time } of lines) {
      const note = withYtd && time.hours && time.rate ? { hours: hours(time.hours), rate: dollars(time.rate) } : null;
      sheet.text(name, left + 12, y, { size: 10, width: 220 });
      sheet.text(dollars(current).text, right - 12, y, { size: 10, align: 'right' });
      if (withYtd) {
        if (note)
          sheet.text(`${note.hours.text} hrs at ${note.rate.text}/hr`, left + 12, y + 12, { size: 8, color: GREY });
        sheet.text(`${dollars(ytd).text} YTD`, right - 12, y + 12, { size: 8, color: GREY, align: 'right' });
      }
      sheet.row(into, { description: name, ...note, current: money(current), ...(withYtd && { ytd: money(ytd) }) });
      y += step;
    }
  };
  const list = (title: string, into: string, lines: Parameters<typeof rows>[1], sum: [string, string, number]) => {
    if (lines.length === 0) return;
    card(title, 28 + lines.length * step + 24);
    rows(into, lines);
    total(...sum);
    y += 4;
  };
  list('Earnings', 'earnings', paidNow(it.earnings), ['Gross pay', 'gross_pay', check.gross.current]);
  list('Taxes', 'taxes', paidNow(it.taxes), ['Total taxes', 'total_taxes', check.total_taxes.current]);
  list('Benefits & other', 'deductions', paidNow(it.deductions), [
    'Total deductions',
    'total_deductions',
    check.total_deductions.current,
  ]);
  list('Your company also paid', 'employer_contributions', random.chance(0.5) ? paidNow(it.contributions) : [], [
    'Not part of your pay',
    '',
    it.contributions.reduce((sum, { current }) => sum + current, 0),
  ]);
  if (check.accounts.length > 0) {
    card('Where it went', 34 + check.accounts.length * 17);
    for (const { kind, mask, current } of check.accounts) {
      const description = kind === 'checking' ? 'Checking' : 'Savings';
      sheet.text(`${description} ••${mask}`, left + 12, y, { size: 10 });
      sheet.text(dollars(current).text, right - 12, y, { size: 10, align: 'right' });
      sheet.row('distributions', { description, account_mask: mask, current: money(current) });
      y += 17;
    }
    y += 14;
  }
  card('So far this year', 82);
  for (const [label, name, cents] of [
    ['Gross pay', 'gross_pay_ytd', check.gross.ytd],
    ['Taxes', 'total_taxes_ytd', check.total_taxes.ytd],
    ['Take-home', 'net_pay_ytd', check.net.ytd],
  ] as const) {
    beside(sheet, [label, name, dollars(cents)], left + 12, y, {
      label: { size: 10 },
      value: { size: 10 },
      edge: right - 12,
    });
    y += 16;
  }
  y += 16;
  card('About', 68);
  beside(sheet, ['Employer', 'employer_name', it.employer_name], left + 12, y, {
    label: { size: 9, color: GREY },
    value: { size: 9, width: 260 },
    edge: right - 12,
  });
  beside(sheet, ['Employee', 'employee_name', it.employee_name], left + 12, y + 16, {
    label: { size: 9, color: GREY },
    value: { size: 9, width: 260 },
    edge: right - 12,
  });
  if (y + 60 < 826)
    sheet.text('Download PDF     Ask a question     Report a problem', 195, y + 48, {
      size: 9,
      color: '#2f6bff',
      align: 'center',
    });
  return sheet.done();
};
