// A pay stub with English labels, each followed by the Spanish label in parentheses. One table is for this period, and
// a table below it for the year to date.
import type { Layout } from '../../sample.ts';
import { money, unlessZero } from '../formats.ts';
import { open } from '../open.ts';
import { amounts, beside, type Fact, names, rates, sumOf, type Timed, workedHours } from '../second/kit.ts';
import { WITHHOLDING, wordsLike } from '../words.ts';
import { type Entry, sectionsOf, signed } from './kit.ts';

const WORDS = wordsLike(WITHHOLDING, {
  earnings: {
    salary: 'Salary (Salario)',
    regular: 'Regular (Tiempo regular)',
    overtime: 'Overtime (Horas extra)',
    holiday: 'Holiday (Día festivo)',
    pto: 'Vacation (Vacaciones)',
    sick: 'Sick (Enfermedad)',
    piece: 'Piece rate (Destajo)',
    bonus: 'Bonus (Bono)',
  },
  taxes: {
    federal: 'Federal tax (Impuesto federal)',
    social_security: 'Social Security (Seguro social)',
    medicare: 'Medicare (Medicare)',
    state: '{state} tax (Impuesto estatal)',
  },
  deductions: { medical: 'Medical (Médico)', dental: 'Dental (Dental)', vision: 'Vision (Visión)' },
});
const TITLES = {
  earnings: 'EARNINGS (INGRESOS)',
  taxes: 'TAXES (IMPUESTOS)',
  deductions: 'DEDUCTIONS (DEDUCCIONES)',
} as const;
const TOTALS = {
  earnings: 'Gross Pay (Salario bruto)',
  taxes: 'Total Taxes (Total de impuestos)',
  deductions: 'Total Deductions (Total de deducciones)',
} as const;

export const twoTongues: Layout = async (seed) => {
  const it = open('two-tongues', seed, {
    sectors: ['farm', 'trade', 'restaurant', 'shop'],
    words: [WORDS],
    dates: ['MM/DD/YYYY', 'M/D/YYYY'],
    size: [612, 1008],
    names: ['full', 'short'],
    pay: { salaried: false, deductions_max: 5 },
  });
  const { sheet, random, check } = it;
  const [left, right] = [40, 572];
  sheet.field('employer_name', it.employer_name, left, 30, { size: 13, bold: true, width: 300 });
  sheet.address('employer_address', it.employer_address, left, 47, { size: 8.5 });
  sheet.text('Pay Statement (Comprobante de pago)', right, 30, { size: 12, align: 'right', bold: true });
  const facts: Fact[] = [
    ['Employee (Empleado):', 'employee_name', it.employee_name],
    ['Employee No. (Núm. de empleado):', 'employee_id', it.employee_id],
    ['Pay Date (Fecha de pago):', 'pay_date', it.pay_date],
    ['Period Start (Inicio del periodo):', 'period_start', it.period_start],
    ['Period End (Fin del periodo):', 'period_end', it.period_end],
    ['Check No. (Núm. de cheque):', 'check_number', it.check_number],
  ];
  for (const [index, fact] of facts.entries())
    beside(sheet, fact, left + (index % 2) * 276, 92 + Math.floor(index / 2) * 14, {
      label: { size: 8.5 },
      value: { size: 9, bold: true, width: 130 },
      at: left + (index % 2) * 276 + 144,
    });
  let y = 146;
  const show = signed({ negative: 'parentheses', dollar: random.pick(['', '$']) });
  const bar = (title: string) => {
    sheet.box(left, y, right - left, 16, { fill: '#37474f' });
    sheet.text(title, left + 6, y + 4, { size: 9, bold: true, color: '#ffffff' });
    y += 22;
  };
  const total = (label: string, name: string, cents: number, withheld: boolean, edge: number) => {
    beside(sheet, [label, name, show(cents, withheld)], left, y, {
      label: { size: 9, bold: true },
      value: { size: 9, bold: true },
      edge,
    });
    y += 18;
  };
  bar('THIS PERIOD (ESTE PERIODO)');
  for (const { into, total_name, rows, total: sum, withheld } of sectionsOf(it, 'now')) {
    y = sheet.table<Timed>({
      y,
      step: 12,
      style: { size: 8.5 },
      rows: rows as Timed[],
      columns: [
        names(TITLES[into], left, 200),
        ...(withheld
          ? []
          : [workedHours('Hours (Horas)', 330, 60), rates('Rate (Tarifa)', 420, 60, (cents) => money(cents))]),
        amounts('current', 'Amount (Importe)', right, 90, (cents) => show(cents, withheld)),
      ],
    });
    total(TOTALS[into], total_name, sum.current, withheld, right);
  }
  total('NET PAY (PAGO NETO)', 'net_pay', check.net.current, false, right);
  bar('YEAR TO DATE (ACUMULADO DEL AÑO)');
  for (const { into, total_name, rows, total: sum, withheld } of sectionsOf(it, 'all')) {
    y = sheet.table<Entry>({
      y,
      step: 11,
      style: { size: 8.5 },
      rows,
      columns: [
        names(TITLES[into], left, 200),
        amounts('ytd', 'Amount (Importe)', 400, 90, (cents) => show(cents, withheld)),
      ],
    });
    for (const row of rows) {
      const time = row.current !== 0 && row.hours && row.rate;
      sheet.row(into, {
        description: row.name,
        ...(row.current !== 0 && row.hours && { hours: money(row.hours) }),
        ...(time && { rate: money(row.rate ?? 0) }),
        current: unlessZero(row.current, (cents) => money(cents)),
        ytd: money(row.ytd),
      });
    }
    total(TOTALS[into], `${total_name}_ytd`, sum.ytd, withheld, 400);
  }
  total('NET PAY (PAGO NETO)', 'net_pay_ytd', check.net.ytd, false, 400);
  const paid = sumOf(check.accounts.map(({ current }) => ({ current, ytd: 0 })));
  if (paid.current > 0) {
    sheet.text('DEPOSITS (DEPÓSITOS)', left, y, { size: 8.5, bold: true });
    y += 12;
    for (const { kind, mask, current } of check.accounts) {
      const account = it.account(mask);
      const description = kind === 'checking' ? 'Checking (Cheques)' : 'Savings (Ahorros)';
      sheet.text(description, left, y, { size: 8.5 });
      sheet.text(account.text, 200, y, { size: 8.5 });
      sheet.text(money(current).text, 400, y, { size: 8.5, align: 'right' });
      sheet.row('distributions', { description, account_mask: account, current: money(current) });
      y += 11;
    }
  }
  return sheet.done();
};
