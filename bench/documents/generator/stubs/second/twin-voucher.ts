// A staffing agency's form: a check at the top and two identical stubs below it, one for the employee, and one to be
// filed.
import type { Layout } from '../../sample.ts';
import { amountInWords, hours, money, moneyText, NOTHING, plain } from '../formats.ts';
import { open } from '../open.ts';
import { paidNow } from '../stub.ts';
import { CODES, wordsLike } from '../words.ts';
import { type Named, put } from './kit.ts';

const WORDS = wordsLike(CODES, {
  earnings: { regular: 'REGULAR', overtime: 'OVERTIME', double_time: 'DOUBLETIME' },
  taxes: { federal: 'FED W/H', social_security: 'SOC SEC EE', medicare: 'MEDICARE EE', state: '{state} W/H' },
});
const CLIENTS = ['HARBOR WAREHOUSE 4', 'PINE STREET PLANT', 'COLD STORAGE NORTH', 'EVENT CENTER', 'TERMINAL B'];

export const twinVoucher: Layout = async (seed) => {
  const it = open('twin-voucher', seed, {
    sectors: ['farm', 'trade', 'restaurant'],
    words: [WORDS],
    dates: ['MM/DD/YY', 'M/D/YYYY', 'MM/DD/YYYY'],
    names: ['short', 'initial'],
    upper: () => true,
    pay: { salaried: false, frequency: 'weekly', deductions_max: 4 },
  });
  const { sheet, random, check } = it;
  const deposited = check.accounts.length > 0;
  const small = { size: 8 };
  const rows = { earnings: paidNow(it.earnings), taxes: paidNow(it.taxes), deductions: paidNow(it.deductions) };
  const client = random.pick(CLIENTS);

  sheet.field('employer_name', it.employer_name, 40, 30, { size: 11, bold: true, width: 280 });
  sheet.address('employer_address', it.employer_address, 40, 44, small);
  sheet.text('CHECK NO.', 456, 30, small);
  sheet.field('check_number', it.check_number, 572, 30, { size: 10, bold: true, align: 'right' });
  sheet.text('DATE', 456, 46, small);
  sheet.field('pay_date', it.pay_date, 572, 46, { size: 9, align: 'right' });
  sheet.text('PAY', 40, 98, small);
  const words = deposited ? '*** DIRECT DEPOSIT - NO CHECK ISSUED ***' : `${amountInWords(check.net.current)} dollars`;
  sheet.text(words.toUpperCase(), 66, 97, { size: 9, width: 380 });
  sheet.rule(64, 109, 460, 109);
  sheet.text(deposited ? '$ VOID' : `$**${moneyText(check.net.current)}`, 572, 97, {
    size: 10,
    bold: true,
    align: 'right',
  });
  sheet.text('TO THE ORDER OF', 40, 126, { size: 6.5 });
  sheet.field('employee_name', it.employee_name, 110, 124, { size: 9, width: 250 });
  sheet.address('employee_address', it.employee_address, 110, 136, { size: 9 });
  sheet.rule(400, 196, 572, 196);
  sheet.text('AUTHORIZED SIGNATURE', 486, 199, { size: 6, align: 'center' });
  if (deposited) sheet.text('V O I D', 300, 200, { size: 22, bold: true, color: '#bbbbbb' });

  const part = (top: number, first: boolean) => {
    sheet.rule(20, top - 14, 592, top - 14, { dash: 3 });
    sheet.text(it.employer_name.text, 40, top, { size: 8, width: 180 });
    sheet.text(it.employee_name.text, 230, top, { size: 8, width: 150 });
    sheet.text('EMP', 390, top, { size: 6.5 });
    put(sheet, first ? 'employee_id' : '', it.employee_id, 410, top, small);
    sheet.text(`CHECK ${it.check_number.text}`, 572, top, { size: 8, align: 'right' });
    sheet.text(`PERIOD ${it.period(' THRU ')}`, 40, top + 12, small);
    sheet.text(`CLIENT ${client}`, 300, top + 12, small);
    sheet.text(`PAID ${it.pay_date.text}`, 572, top + 12, { ...small, align: 'right' });
    const edges = { hours: 190, rate: 232, current: 286, ytd: 342 };
    const head = top + 30;
    for (const [title, x] of [
      ['HOURS', edges.hours],
      ['RATE', edges.rate],
      ['AMOUNT', edges.current],
      ['Y-T-D', edges.ytd],
      ['AMOUNT', 508],
      ['Y-T-D', 572],
    ] as const)
      sheet.text(title, x, head, { size: 6.5, align: 'right' });
    sheet.text('EARNINGS', 40, head, { size: 6.5 });
    sheet.text('WITHHOLDING', 364, head, { size: 6.5 });
    sheet.rule(40, head + 9, 572, head + 9, { width: 0.3 });
    let y = head + 13;
    for (const row of rows.earnings) {
      const cells = {
        hours: row.hours ? hours(row.hours) : NOTHING,
        rate: row.rate ? money(row.rate) : NOTHING,
        current: money(row.current),
        ytd: money(row.ytd),
      };
      sheet.text(row.name, 40, y, { size: 8, width: 108 });
      for (const key of ['hours', 'rate', 'current', 'ytd'] as const)
        sheet.text(cells[key].text, edges[key], y, { size: 8, align: 'right' });
      if (first) sheet.row('earnings', { description: row.name, ...cells });
      y += 10.5;
    }
    let low = head + 13;
    const list = (into: string, lines: readonly Named[]) => {
      for (const { name, current, ytd } of lines) {
        sheet.text(name, 364, low, { size: 8, width: 90 });
        sheet.text(moneyText(current), 508, low, { size: 8, align: 'right' });
        sheet.text(moneyText(ytd), 572, low, { size: 8, align: 'right' });
        if (first) sheet.row(into, { description: name, current: money(current), ytd: money(ytd) });
        low += 10.5;
      }
    };
    list('taxes', rows.taxes);
    list('deductions', rows.deductions);
    const bottom = Math.max(y, low, top + 130) + 4;
    sheet.rule(40, bottom - 3, 572, bottom - 3, { width: 0.3 });
    const sums: [string, string, number, number][] = [
      ['GROSS', 'gross_pay', check.gross.current, 40],
      ['YTD GROSS', 'gross_pay_ytd', check.gross.ytd, 160],
      ['NET CHECK', 'net_pay', check.net.current, 330],
      ['YTD NET', 'net_pay_ytd', check.net.ytd, 460],
    ];
    for (const [label, name, cents, x] of sums) {
      const after = sheet.text(label, x, bottom, { size: 7 });
      put(sheet, first ? name : '', money(cents), after + 6, bottom - 1, { size: 9, bold: true });
    }
    for (const [index, { kind, mask, current }] of check.accounts.entries()) {
      const account = it.account(mask);
      const x = 40 + index * 180;
      const edge = sheet.text(kind === 'checking' ? 'CHK' : 'SAV', x, bottom + 14, small);
      const after = sheet.text(account.text, edge + 5, bottom + 14, small);
      sheet.text(moneyText(current), after + 10, bottom + 14, small);
      if (first)
        sheet.row('distributions', {
          description: kind === 'checking' ? 'CHK' : 'SAV',
          account_mask: account,
          current: money(current),
        });
    }
  };
  part(258, true);
  part(526, false);
  put(sheet, '', plain('EMPLOYER COPY'), 306, 772, { size: 6.5, align: 'center' });
  return sheet.done();
};
