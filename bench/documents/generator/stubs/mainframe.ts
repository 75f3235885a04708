// A line printer's pay stub in capital letters and one typewriter font. Each line is one text, with spaces between the
// columns.
import type { Layout } from '../sample.ts';
import { hours, money, moneyText, type Shown } from './formats.ts';
import { open } from './open.ts';
import { CODES } from './words.ts';

export const mainframe: Layout = async (seed) => {
  const it = open('mainframe', seed, {
    sectors: ['trade', 'agency', 'hospital'],
    words: [CODES],
    dates: ['MM/DD/YY', 'MM/DD/YYYY', 'MM-DD-YYYY'],
    names: ['initial', 'last-first'],
    face: 'mono',
    upper: () => true,
  });
  const { sheet, random, check } = it;
  const size = 8.2;
  const step = random.pick([10.5, 11.5]);
  const plainMoney = { comma: random.chance(0.5) };
  let y = 42;
  /**
   * Prints one line. A part begins at its column. A part that is marked `end`, such as an amount, ends before its
   * column.
   */
  const line = (...parts: [number, string, 'end'?][]) => {
    let content = '';
    for (const [column, text, end] of parts) content = content.padEnd(end ? column - text.length : column) + text;
    if (content.trim() !== '') sheet.text(content, 40, y, { size, width: 532 });
    y += step;
  };
  const shown = (cents: number) => money(cents, plainMoney);
  const keep = (name: string, value: Shown) => {
    sheet.record(name, value.truth);
    return value.text;
  };
  line([0, keep('employer_name', it.employer_name)], [74, 'PAYROLL ADVICE']);
  sheet.record('employer_address', it.employer_address.join(', '));
  for (const text of it.employer_address) line([0, text]);
  line([0, '='.repeat(100)]);
  line(
    [0, `EMPLOYEE: ${keep('employee_name', it.employee_name)}`],
    [52, `EMP NO: ${keep('employee_id', it.employee_id)}`],
    [76, `DEPT: ${it.stub.department}`],
  );
  const ssn = random.chance(0.7) ? `SSN: ${keep('employee_ssn', it.employee_ssn)}` : '';
  line(
    [0, `PERIOD BEG: ${keep('period_start', it.period_start)}`],
    [26, `PERIOD END: ${keep('period_end', it.period_end)}`],
    [52, `PAY DATE: ${keep('pay_date', it.pay_date)}`],
    [76, ssn],
  );
  const label = check.accounts.length > 0 ? 'ADVICE NO' : 'CHECK NO';
  line(
    [0, `${label}: ${keep('check_number', it.check_number)}`],
    [26, `STATUS: ${check.filing_status.toUpperCase()}`],
    [52, `RATE: ${moneyText(check.rate)}`],
  );
  line([0, '='.repeat(100)]);
  line(
    [0, 'EARNINGS'],
    [22, 'HOURS', 'end'],
    [32, 'RATE', 'end'],
    [43, 'CURRENT', 'end'],
    [55, 'Y-T-D', 'end'],
    [59, 'TAXES/DEDUCTIONS'],
    [88, 'CURRENT', 'end'],
    [100, 'Y-T-D', 'end'],
  );
  line([0, '-'.repeat(55)], [59, '-'.repeat(41)]);
  const rightRows: ([string, 'taxes' | 'deductions', number, number] | [string])[] = [
    ...it.taxes.map(({ name, current, ytd }): [string, 'taxes', number, number] => [name, 'taxes', current, ytd]),
    ['TOTAL TAXES'],
    ...it.deductions.map(({ name, current, ytd }): [string, 'deductions', number, number] => [
      name,
      'deductions',
      current,
      ytd,
    ]),
    ...(it.deductions.length > 0 ? [['TOTAL DEDUCTIONS'] as [string]] : []),
  ];
  for (let index = 0; index < Math.max(rightRows.length, it.earnings.length); index++) {
    const parts: [number, string, 'end'?][] = [];
    const earning = it.earnings[index];
    if (earning) {
      const own = {
        hours: earning.hours ? hours(earning.hours) : { text: '', truth: '' },
        rate: earning.rate ? shown(earning.rate) : { text: '', truth: '' },
        current: earning.current ? shown(earning.current) : { text: '', truth: '' },
        ytd: shown(earning.ytd),
      };
      parts.push(
        [0, earning.name],
        [22, own.hours.text, 'end'],
        [32, own.rate.text, 'end'],
        [43, own.current.text, 'end'],
        [55, own.ytd.text, 'end'],
      );
      sheet.row('earnings', { description: earning.name, ...own });
    }
    const other = rightRows[index];
    if (other) {
      const [name, table, current = 0, ytd = 0] = other;
      const field = name === 'TOTAL TAXES' ? 'total_taxes' : 'total_deductions';
      const sum = table ? { current, ytd } : check[field];
      parts.push([59, name], [88, shown(sum.current).text, 'end'], [100, shown(sum.ytd).text, 'end']);
      if (table) sheet.row(table, { description: name, current: shown(current), ytd: shown(ytd) });
      else {
        sheet.record(field, shown(sum.current).truth);
        sheet.record(`${field}_ytd`, shown(sum.ytd).truth);
      }
    }
    line(...parts);
  }
  line([0, '-'.repeat(100)]);
  line(
    [20, 'GROSS PAY', 'end'],
    [43, keep('gross_pay', shown(check.gross.current)), 'end'],
    [55, keep('gross_pay_ytd', shown(check.gross.ytd)), 'end'],
    [59, 'NET PAY'],
    [88, keep('net_pay', shown(check.net.current)), 'end'],
    [100, keep('net_pay_ytd', shown(check.net.ytd)), 'end'],
  );
  line([0, '='.repeat(100)]);
  if (check.accounts.length > 0) {
    line([0, 'DIRECT DEPOSIT'], [30, 'ACCOUNT'], [60, 'AMOUNT', 'end']);
    for (const { kind, mask, current } of check.accounts) {
      const account = it.account(mask);
      line([0, kind.toUpperCase()], [30, account.text.toUpperCase()], [60, shown(current).text, 'end']);
      sheet.row('distributions', { description: kind.toUpperCase(), account_mask: account, current: shown(current) });
    }
    line([0, '']);
  }
  if (it.contributions.length > 0 && random.chance(0.6)) {
    line([0, 'EMPLOYER PAID BENEFITS'], [48, 'CURRENT', 'end'], [60, 'Y-T-D', 'end']);
    for (const { name, current, ytd } of it.contributions) {
      line([0, name], [48, shown(current).text, 'end'], [60, shown(ytd).text, 'end']);
      sheet.row('employer_contributions', { description: name, current: shown(current), ytd: shown(ytd) });
    }
    line([0, '']);
  }
  line([0, 'LEAVE'], [30, 'EARNED', 'end'], [42, 'TAKEN', 'end'], [54, 'BALANCE', 'end']);
  for (const { kind, accrued, used, balance } of check.leaves) {
    line(
      [0, kind.toUpperCase()],
      [30, hours(accrued).text, 'end'],
      [42, hours(used).text, 'end'],
      [54, hours(balance).text, 'end'],
    );
  }
  line([0, '']);
  line([0, '*** NON-NEGOTIABLE *** RETAIN FOR TAX PURPOSES ***']);
  return sheet.done();
};
