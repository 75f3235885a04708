// A restaurant's pay stub. The names of the groups are in the left margin, hours and rate are one text, and tips are a
// separate group. A notice explains the tip credit.
import type { Layout } from '../../sample.ts';
import { hours, money, moneyText, type Shown, unlessZero } from '../formats.ts';
import { open } from '../open.ts';
import { beside, type Fact, type Timed } from '../second/kit.ts';
import { LONG, wordsLike } from '../words.ts';
import { type Sum, totals } from './kit.ts';

const WORDS = wordsLike(LONG, {
  earnings: {
    regular: 'Cash wage',
    overtime: 'Overtime wage',
    double_time: 'Double overtime',
    holiday: 'Holiday pay',
    pto: 'Vacation',
    sick: 'Sick leave',
    jury: 'Jury duty',
    training: 'Training wage',
    card_tips: 'Charged tips',
    cash_tips: 'Declared cash tips',
    retro: 'Back pay',
  },
  taxes: {
    federal: 'Federal withholding',
    social_security: 'Soc. Security',
    medicare: 'Medicare',
    state: '{state} withholding',
    local: 'City withholding',
  },
  deductions: {
    tips_paid: 'Cash tips already kept',
    meals: 'Shift meals',
    uniform: 'Apron and uniform',
    medical: 'Health plan',
    dental: 'Dental plan',
    vision: 'Vision plan',
  },
});
/** The part of the minimum wage, in cents an hour, that tips may cover. */
const TIP_CREDIT = 512;

type Row = Partial<Pick<Timed, 'hours' | 'rate'>> & { name: string; current: number; ytd: number };

export const tipCredit: Layout = async (seed) => {
  const it = open('tip-credit', seed, {
    sectors: ['restaurant'],
    words: [WORDS],
    dates: ['M/D/YY', 'MM/DD/YY'],
    names: ['short', 'last-first'],
    pay: { salaried: false, frequency: seed % 2 === 0 ? 'weekly' : 'biweekly', deductions_max: 6 },
  });
  const { sheet, random, check } = it;
  const [left, item, right] = [40, 122, 560];
  const detail = 286;
  const edges = random.chance(0.5) ? { current: 470, ytd: right } : { current: right, ytd: 470 };
  sheet.field('employer_name', it.employer_name, 306, 28, { size: 15, bold: true, align: 'center', width: 400 });
  const street = it.employer_address.join(', ');
  sheet.text(street, 306, 47, { size: 8.5, align: 'center', width: 420 });
  sheet.record('employer_address', street);
  sheet.rule(left, 62, right, 62, { width: 2 });
  const facts: Fact[] = [
    ['Team member', 'employee_name', it.employee_name],
    ['Check', 'check_number', it.check_number],
    ['Member no.', 'employee_id', it.employee_id],
    ['Issued', 'pay_date', it.pay_date],
    ['Role', '', { text: it.stub.title, truth: '' }],
    ['Work dates', '', { text: it.period(' thru '), truth: '' }],
  ];
  for (const [index, fact] of facts.entries()) {
    const x = index % 2 === 0 ? left : 350;
    const look = { size: 9.5 };
    beside(sheet, fact, x, 70 + Math.floor(index / 2) * 14, {
      label: look,
      value: { ...look, bold: true },
      at: x + 68,
    });
  }
  sheet.rule(left, 114, right, 114, { width: 2 });

  const style = { size: 9.5 };
  let y = 122;
  sheet.text('This check', edges.current, y, { size: 8, italic: true, align: 'right' });
  sheet.text('This year', edges.ytd, y, { size: 8, italic: true, align: 'right' });
  y += 15;
  const amount = (cents: number): Shown => money(cents);
  const group = (title: string, into: string, rows: readonly Row[]) => {
    if (rows.length === 0) return;
    sheet.text(title, left, y, { ...style, bold: true });
    for (const { name, hours: time, rate, current, ytd } of rows) {
      const own = { current: unlessZero(current, amount), ytd: amount(ytd) };
      sheet.text(name, item, y, { ...style, width: 156 });
      const timed = current !== 0 && time && rate;
      if (timed) sheet.text(`${hours(time).text} hrs @ ${moneyText(rate, { dollar: '$' })}`, detail, y, style);
      sheet.text(own.current.text, edges.current, y, { ...style, align: 'right' });
      sheet.text(own.ytd.text, edges.ytd, y, { ...style, align: 'right' });
      sheet.row(into, { description: name, ...(timed && { hours: hours(time), rate: money(rate) }), ...own });
      y += 13;
    }
    y += 3;
  };
  const total = (label: string, name: string, sum: Sum, size = 9.5) => {
    sheet.rule(item, y - 2, right, y - 2, { width: 0.6 });
    sheet.text(label, item, y + 1, { size, bold: true });
    totals(sheet, name, sum, edges, y + 1, name === 'net_pay' ? (cents) => money(cents, { dollar: '$' }) : amount, {
      size,
      bold: true,
    });
    y += size + 14;
  };
  const isTip = ({ kind }: { kind: string }) => kind === 'card_tips' || kind === 'cash_tips';
  group(
    'Wages',
    'earnings',
    it.earnings.filter((row) => !isTip(row)),
  );
  group('Tips', 'earnings', it.earnings.filter(isTip));
  total('Wages and tips', 'gross_pay', check.gross);
  group('Taxes', 'taxes', it.taxes);
  total('Taxes taken out', 'total_taxes', check.total_taxes);
  if (it.deductions.length > 0) {
    group('Other', 'deductions', it.deductions);
    total('Other taken out', 'total_deductions', check.total_deductions);
  }
  const deposited = check.accounts.length > 0;
  total(deposited ? 'Amount deposited' : 'Amount of check', 'net_pay', check.net, 12);
  for (const { kind, mask, current } of check.accounts) {
    const description = kind === 'checking' ? 'Checking' : 'Savings';
    const account = it.account(mask);
    const after = sheet.text(description, item, y, style);
    sheet.text(account.text, after + 5, y, style);
    sheet.text(amount(current).text, edges.current, y, { ...style, align: 'right' });
    sheet.row('distributions', { description, account_mask: account, current: amount(current) });
    y += 13;
  }

  const regular = it.earnings.find(({ kind }) => kind === 'regular');
  const wage = regular?.rate ?? check.rate;
  const taken = `${hours(check.hours.current).text} hours`;
  y += 14;
  sheet.box(left, y, right - left, 56, { stroke: '#444444' });
  sheet.text('Tip credit notice', left + 8, y + 7, { size: 9, bold: true });
  sheet.lines(
    [
      `Your cash wage is ${moneyText(wage, { dollar: '$' })} an hour. We claim a tip credit of up to ` +
        `${moneyText(TIP_CREDIT, { dollar: '$' })} an hour for ${taken} worked in this period.`,
      'If cash wage and tips together are less than the minimum wage, we pay the difference.',
      'You keep all of your tips, except for a valid tip pool.',
    ],
    left + 8,
    y + 20,
    { size: 8, step: 10.5, width: right - left - 16 },
  );
  return sheet.done();
};
