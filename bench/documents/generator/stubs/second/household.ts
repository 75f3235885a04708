// A household employee's pay stub: the sums are in sentences, lists have no heads, and employer taxes are listed too.
import { newPerson } from '../../people.ts';
import type { Layout } from '../../sample.ts';
import { hours, money, moneyText, plain } from '../formats.ts';
import { open } from '../open.ts';
import { LONG, wordsLike } from '../words.ts';
import { beside, type Named, wrapped } from './kit.ts';

const WORDS = wordsLike(LONG, {
  earnings: { regular: 'Regular hours', overtime: 'Overtime hours', sick: 'Sick time', piece: 'Extra tasks' },
  taxes: {
    federal: 'Federal income tax withheld',
    social_security: 'Social Security (6.2%)',
    medicare: 'Medicare (1.45%)',
    state: '{state} income tax withheld',
  },
});

export const household: Layout = async (seed) => {
  const it = open('household', seed, {
    sectors: ['shop', 'church'],
    words: [WORDS],
    dates: ['Month D, YYYY', 'MM/DD/YYYY'],
    names: ['short', 'full'],
    face: 'serif',
    pay: { salaried: false, frequency: seed % 2 === 0 ? 'weekly' : 'biweekly', deductions_max: 1 },
  });
  const { sheet, random, check } = it;
  const [left, right] = [72, 540];
  const family = newPerson(random);
  const employer = plain(random.pick([`${family.first} ${family.last}`, `The ${family.last} Family`]));
  sheet.text('Household Employee Pay Statement', left, 48, { size: 17, italic: true });
  sheet.rule(left, 70, right, 70, { width: 1.2 });
  const bare = random.chance(0.6);
  const show = (cents: number) => money(cents, { comma: !bare, dollar: '$' });
  const strong = { size: 10, bold: true };
  beside(sheet, ['Employer:', 'employer_name', employer], left, 80, { label: { size: 10 }, value: strong });
  let y = sheet.address('employer_address', it.employer_address, left + 46, 93, { size: 9.5 });
  beside(sheet, ['Employer ID (EIN):', 'employer_ein', it.employer_ein], left, y + 2, {
    label: { size: 9.5 },
    value: { size: 9.5 },
  });
  beside(sheet, ['Employee:', 'employee_name', it.employee_name], 320, 80, {
    label: { size: 10 },
    value: { ...strong, width: 170 },
  });
  y = Math.max(sheet.address('employee_address', it.employee_address, 368, 93, { size: 9.5 }), y + 16) + 10;
  const text = { size: 10 };
  sheet.text(`Pay period: ${it.period(' to ')}`, left, y, text);
  sheet.text(`Date paid: ${it.pay_date.text}`, left, y + 14, text);
  sheet.record('pay_date', it.pay_date.truth);
  y += 36;
  const regular = check.earnings.find(({ kind }) => kind === 'regular');
  const story = `${it.stub.person.first} worked ${hours(regular?.hours ?? 0).text} regular hours in this period and earned ${show(check.gross.current).text} before taxes. After taxes and deductions ${it.stub.person.first} takes home ${show(check.net.current).text}.`;
  y = sheet.lines(wrapped(story, 92), left, y, { size: 10, italic: true }) + 10;
  const heading = (title: string) => {
    sheet.text(title, left, y, { size: 11, bold: true });
    sheet.text('this period', 430, y + 1, { size: 9, italic: true, align: 'right' });
    sheet.text('this year', right, y + 1, { size: 9, italic: true, align: 'right' });
    sheet.rule(left, y + 14, right, y + 14, { width: 0.4 });
    y += 19;
  };
  const both = (label: string, name: string, { current, ytd }: { current: number; ytd: number }, bold = false) => {
    sheet.text(label, left + 10, y, { size: 10, bold, width: 260 });
    for (const [cents, edge, suffix] of [
      [current, 430, ''],
      [ytd, right, '_ytd'],
    ] as const) {
      if (name) sheet.field(`${name}${suffix}`, show(cents), edge, y, { size: 10, bold, align: 'right' });
      else sheet.text(show(cents).text, edge, y, { size: 10, bold, align: 'right' });
    }
    y += 14;
  };
  heading('Wages');
  for (const row of it.earnings) {
    const timed = row.hours && row.rate;
    const top = y;
    both(row.name, '', row);
    if (timed)
      sheet.text(`${hours(row.hours).text} x ${moneyText(row.rate ?? 0)}`, 300, top, { size: 9, align: 'right' });
    sheet.row('earnings', {
      description: row.name,
      ...(timed && { hours: hours(row.hours), rate: money(row.rate ?? 0) }),
      current: money(row.current),
      ytd: money(row.ytd),
    });
  }
  both('Gross wages', 'gross_pay', check.gross, true);
  y += 8;
  const list = (title: string, into: string, rows: readonly Named[]) => {
    if (rows.length === 0) return;
    heading(title);
    for (const row of rows) {
      both(row.name, '', row);
      sheet.row(into, { description: row.name, current: money(row.current), ytd: money(row.ytd) });
    }
  };
  list('Taxes withheld from the employee', 'taxes', it.taxes);
  both('Total withheld', 'total_taxes', check.total_taxes, true);
  y += 8;
  list('Other deductions', 'deductions', it.deductions);
  y += it.deductions.length > 0 ? 8 : 0;
  sheet.box(left, y - 4, right - left, 22, { stroke: '#333333' });
  both('Net pay', 'net_pay', check.net, true);
  y += 18;
  if (random.chance(0.7)) {
    const share = (rate: number) => ({
      current: Math.round((check.gross.current * rate) / 10_000),
      ytd: Math.round((check.gross.ytd * rate) / 10_000),
    });
    list('Taxes paid by the employer (not taken from wages)', 'employer_contributions', [
      { name: 'Employer Social Security', ...share(620) },
      { name: 'Employer Medicare', ...share(145) },
      { name: 'Federal unemployment (FUTA)', ...share(60) },
    ]);
    y += 10;
  }
  const deposited = check.accounts.length > 0;
  const paid = deposited ? 'Paid by direct deposit.' : `Paid by personal check no. ${it.check_number.text}.`;
  sheet.text(paid, left, y, { size: 10 });
  if (!deposited) sheet.record('check_number', it.check_number.truth);
  y += 30;
  sheet.rule(left, y, left + 200, y, { width: 0.5 });
  sheet.text('Signature of employer', left, y + 3, { size: 8 });
  return sheet.done();
};
