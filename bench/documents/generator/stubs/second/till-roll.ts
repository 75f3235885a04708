// A narrow pay slip from a cash register's printer, in a typewriter font. Year-to-date amounts are in a separate list
// at the end.
import type { Layout } from '../../sample.ts';
import { hours, money, moneyText, type Shown, taken } from '../formats.ts';
import { open } from '../open.ts';
import { CODES, wordsLike } from '../words.ts';
import { currentFirst, type Named } from './kit.ts';

const WORDS = wordsLike(CODES, {
  earnings: { regular: 'HOURLY', overtime: 'OVERTIME', card_tips: 'CHARGED TIPS', cash_tips: 'DECLARED TIPS' },
  taxes: { federal: 'FWT', social_security: 'FICA', medicare: 'MEDI', state: 'SWT {state}' },
  deductions: { tips_paid: 'TIPS ALREADY PAID', meals: 'MEAL CHGS', uniform: 'UNIFORM' },
});

export const tillRoll: Layout = async (seed) => {
  const it = open('till-roll', seed, {
    sectors: ['restaurant', 'shop'],
    words: [WORDS],
    dates: ['MM/DD/YY', 'MM/DD/YYYY'],
    names: ['short', 'last-first'],
    size: [250, 900],
    face: 'mono',
    upper: () => true,
    pay: { deductions_max: 7 },
  });
  const { sheet, random, check } = it;
  const [left, right, middle] = [14, 236, 125];
  const size = 8;
  let y = 20;
  const next = (by = 10) => {
    y += by;
  };
  const line = (label: string, name: string, shown: Shown, bold = false) => {
    sheet.text(label, left, y, { size, bold });
    if (name) sheet.field(name, shown, right, y, { size, bold, align: 'right' });
    else sheet.text(shown.text, right, y, { size, bold, align: 'right' });
    next();
  };
  const dashes = () => {
    sheet.text('-'.repeat(46), left, y, { size });
    next();
  };
  sheet.field('employer_name', it.employer_name, middle, y, { size: 10, bold: true, align: 'center', width: 220 });
  next(14);
  if (random.chance(0.7)) {
    for (const text of it.employer_address) {
      sheet.text(text, middle, y, { size, align: 'center' });
      next();
    }
    sheet.record('employer_address', it.employer_address.join(', '));
  }
  sheet.text('*** PAY SLIP ***', middle, y + 4, { size: 10, bold: true, align: 'center' });
  next(22);
  line('EMPLOYEE', 'employee_name', it.employee_name);
  line('EMP #', 'employee_id', it.employee_id);
  line('PAY PERIOD', '', { text: it.period('-'), truth: '' });
  line('PAY DATE', 'pay_date', it.pay_date);
  dashes();
  const bare = random.chance(0.5);
  const show = (cents: number): Shown => money(cents, { comma: !bare });
  for (const row of currentFirst(it.earnings).filter(({ current }) => current !== 0)) {
    line(row.name, '', show(row.current));
    if (row.hours && row.rate) {
      sheet.text(`  ${hours(row.hours).text} HRS @ ${moneyText(row.rate)}`, left, y, { size });
      next();
    }
  }
  dashes();
  line('GROSS PAY', 'gross_pay', show(check.gross.current), true);
  next(4);
  const negative = random.pick(['trailing', 'minus'] as const);
  const list = (title: string, rows: readonly Named[]) => {
    const now = rows.filter(({ current }) => current !== 0);
    if (now.length === 0) return;
    sheet.text(title, left, y, { size });
    next();
    for (const { name, current } of now) line(`  ${name}`, '', taken(current, { negative, comma: !bare }));
  };
  list('LESS TAXES:', it.taxes);
  list('LESS OTHER:', it.deductions);
  dashes();
  next(2);
  sheet.text('NET PAY', left, y, { size: 11, bold: true });
  sheet.field('net_pay', money(check.net.current, { dollar: '$', comma: !bare }), right, y, {
    size: 11,
    bold: true,
    align: 'right',
  });
  next(16);
  for (const { mask, current } of check.accounts) {
    sheet.text(`DIR DEP X${mask}`, left, y, { size });
    sheet.text(show(current).text, right, y, { size, align: 'right' });
    sheet.row('distributions', { description: 'DIR DEP', account_mask: mask, current: money(current) });
    next();
  }
  next(6);
  dashes();
  const withYear = random.chance(0.8);
  if (withYear) {
    sheet.text('YEAR TO DATE', middle, y, { size, bold: true, align: 'center' });
    next(12);
    for (const row of [...currentFirst(it.earnings), ...currentFirst(it.taxes), ...currentFirst(it.deductions)])
      line(row.name, '', show(row.ytd));
    line('GROSS', 'gross_pay_ytd', show(check.gross.ytd), true);
    line('NET', 'net_pay_ytd', show(check.net.ytd), true);
    dashes();
  }
  for (const [into, rows] of [
    ['earnings', it.earnings],
    ['taxes', it.taxes],
    ['deductions', it.deductions],
  ] as const) {
    for (const row of currentFirst<Named & { hours?: number | null; rate?: number | null }>(rows)) {
      if (row.current === 0 && !withYear) continue;
      const detail = row.current !== 0 && row.hours && row.rate;
      sheet.row(into, {
        description: row.name,
        ...(detail && { hours: hours(row.hours ?? null), rate: money(row.rate ?? 0) }),
        ...(row.current !== 0 && { current: money(row.current) }),
        ...(withYear && { ytd: money(row.ytd) }),
      });
    }
  }
  sheet.text('THANK YOU FOR A GREAT SHIFT', middle, y + 4, { size, align: 'center' });
  return sheet.done();
};
