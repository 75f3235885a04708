// The remuneration statement of a large company's personnel system: one continuous list of wage types with four-digit
// codes. Subtotals separate the groups, and withheld amounts end with a minus sign.
import { CONTRIBUTION_KINDS, EARNING_KINDS, POST_TAX_KINDS, PRE_TAX_KINDS } from '../../pay-figures.ts';
import type { TaxKind } from '../../pay-taxes.ts';
import type { Layout } from '../../sample.ts';
import { hours, money, NOTHING, plain, type Shown, taken } from '../formats.ts';
import { open } from '../open.ts';
import { beside, type Fact, type Named, put } from '../second/kit.ts';
import type { Style } from '../sheet.ts';
import { LONG, wordsLike } from '../words.ts';
import { figure, type Opened, type Sum } from './kit.ts';

const WORDS = wordsLike(LONG, {
  earnings: {
    salary: 'Base Salary',
    regular: 'Base Hourly Pay',
    overtime: 'Overtime 150%',
    double_time: 'Overtime 200%',
    holiday: 'Holiday Pay',
    pto: 'Vacation Pay',
    sick: 'Sick Pay',
    bonus: 'Incentive Pay',
    retro: 'Retroactive Adj.',
    allowance: 'Safety Shoe Allow.',
  },
  taxes: {
    federal: 'TX Withholding Tax',
    social_security: 'TX EE Social Security Tax',
    medicare: 'TX EE Medicare Tax',
    state: 'TX Withholding Tax {state}',
    disability: 'TX EE Disability {state}',
    family_leave: 'TX EE Family Leave {state}',
    unemployment: 'TX EE Unemployment {state}',
    local: 'TX Withholding Tax Local',
    local_services: 'TX Local Services Tax',
    long_term_care: 'TX EE Long Term Care',
    transit: 'TX EE Transit {state}',
  },
  deductions: {
    medical: 'Medical EE Pre-Tax',
    dental: 'Dental EE Pre-Tax',
    vision: 'Vision EE Pre-Tax',
    k401: 'Savings Plan EE Pre-Tax',
    roth: 'Savings Plan EE Roth',
    loan: 'Savings Plan Loan',
    life: 'Optional Life EE',
    disability_short: 'Optional STD EE',
    disability_long: 'Optional LTD EE',
    hsa: 'HSA EE Contribution',
  },
  contributions: {
    match: 'Savings Plan ER Match',
    medical: 'Medical ER',
    dental: 'Dental ER',
    hsa: 'HSA ER Contribution',
    social_security: 'TX ER Social Security Tax',
    medicare: 'TX ER Medicare Tax',
  },
});
const TAX_KINDS: TaxKind[] = [
  'federal',
  'social_security',
  'medicare',
  'state',
  'disability',
  'family_leave',
  'unemployment',
  'long_term_care',
  'transit',
  'local',
  'local_services',
];
const DEDUCTION_KINDS = [...PRE_TAX_KINDS, ...POST_TAX_KINDS];
const [LEFT, RIGHT] = [40, 572];
const EDGES = { units: 300, rate: 362, current: 452, ytd: RIGHT };
const TEXT: Style = { size: 9 };
const DASH = { width: 0.5, dash: 2 };

type Row = Named & { code: string; hours?: number | null; rate?: number | null };

export const wageTypes: Layout = async (seed) => {
  const it = open('wage-types', seed, {
    sectors: ['trade', 'office'],
    words: [WORDS],
    dates: ['MM/DD/YYYY', 'MM.DD.YYYY'],
    names: ['short', 'initial.'],
    pay: { deductions_max: 8 },
  });
  const { sheet, check } = it;
  printTop(it);
  sheet.rule(LEFT, 176, RIGHT, 176, DASH);
  const heads: [string, number][] = [
    ['Units', EDGES.units],
    ['Rate', EDGES.rate],
    ['Amount', EDGES.current],
    ['Year-to-Date', EDGES.ytd],
  ];
  sheet.text('WT', LEFT, 180, TEXT);
  sheet.text('Wage Type Text', LEFT + 34, 180, TEXT);
  for (const [title, edge] of heads) sheet.text(title, edge, 180, { ...TEXT, align: 'right' });
  sheet.rule(LEFT, 193, RIGHT, 193, DASH);
  const code = <Kind>(kinds: readonly Kind[], first: number, kind: Kind) => String(first + 5 * kinds.indexOf(kind));
  let y = 199;
  y = printRows(
    it,
    'earnings',
    it.earnings.map((row) => ({ ...row, code: code(EARNING_KINDS, 1000, row.kind) })),
    y,
  );
  y = printTotal(it, 'Total Gross', 'gross_pay', check.gross, y, money);
  y = printRows(
    it,
    'taxes',
    it.taxes.map((row) => ({ ...row, code: code(TAX_KINDS, 4010, row.kind) })),
    y,
  );
  y = printTotal(it, 'Total Statutory Taxes', 'total_taxes', check.total_taxes, y, less);
  if (it.deductions.length > 0) {
    y = printRows(
      it,
      'deductions',
      it.deductions.map((row) => ({ ...row, code: code(DEDUCTION_KINDS, 2100, row.kind) })),
      y,
    );
    y = printTotal(it, 'Total Deductions', 'total_deductions', check.total_deductions, y, less);
  }
  y = printTotal(it, 'Net Pay', 'net_pay', check.net, y + 4, money) + 8;
  y = printTransfers(it, y);
  if (it.contributions.length > 0) {
    sheet.text('For information: employer cost', LEFT, y, { ...TEXT, bold: true });
    printRows(
      it,
      'employer_contributions',
      it.contributions.map((row) => ({ ...row, code: code(CONTRIBUTION_KINDS, 7200, row.kind) })),
      y + 14,
    );
  }
  return sheet.done();
};

const less = (cents: number): Shown => taken(cents, { negative: 'trailing' });

function printTop(it: Opened): void {
  const { sheet, check, stub } = it;
  sheet.field('employer_name', it.employer_name, LEFT, 30, { ...TEXT, bold: true, width: 280 });
  sheet.address('employer_address', it.employer_address, LEFT, 42, { ...TEXT, step: 12 });
  sheet.text('Remuneration Statement', RIGHT, 30, { size: 12, bold: true, align: 'right' });
  const facts: Fact[] = [
    ['Personnel No.', 'employee_id', it.employee_id],
    ['Pay Date', 'pay_date', it.pay_date],
    ['Position', '', plain(stub.title)],
    ['Pay Area', '', plain(check.frequency === 'semimonthly' ? 'Z2' : 'Z1')],
  ];
  for (const [index, fact] of facts.entries())
    beside(sheet, fact, 360, 56 + index * 12, { label: TEXT, value: TEXT, at: 440 });
  sheet.text('Payroll Period', 360, 104, TEXT);
  sheet.text(it.period(' - '), 440, 104, { ...TEXT, width: RIGHT - 440 });
  sheet.field('employee_name', it.employee_name, LEFT + 20, 112, { size: 10, width: 260 });
  sheet.address('employee_address', it.employee_address, LEFT + 20, 125, { size: 10, step: 12.5, width: 260 });
}

function printRows(it: Opened, into: string, rows: readonly Row[], top: number): number {
  const { sheet } = it;
  const sign = into === 'taxes' || into === 'deductions' ? less : (cents: number) => money(cents);
  let y = top;
  for (const row of rows) {
    const own = {
      hours: figure(row.hours ?? null),
      rate: row.rate ? hours(row.rate, 2) : NOTHING,
      current: row.current === 0 ? NOTHING : sign(row.current),
      ytd: sign(row.ytd),
    };
    sheet.text(row.code, LEFT, y, TEXT);
    sheet.text(row.name, LEFT + 34, y, { ...TEXT, width: 180 });
    sheet.text(own.hours.text, EDGES.units, y, { ...TEXT, align: 'right' });
    sheet.text(own.rate.text, EDGES.rate, y, { ...TEXT, align: 'right' });
    sheet.text(own.current.text, EDGES.current, y, { ...TEXT, align: 'right' });
    sheet.text(own.ytd.text, EDGES.ytd, y, { ...TEXT, align: 'right' });
    sheet.row(into, { description: row.name, ...own });
    y += 12.5;
  }
  return y;
}

function printTotal(
  { sheet }: Opened,
  label: string,
  name: string,
  sum: Sum,
  y: number,
  show: (cents: number) => Shown,
): number {
  const look = { ...TEXT, bold: true };
  sheet.rule(LEFT, y, RIGHT, y, DASH);
  sheet.text(label, LEFT + 34, y + 3, look);
  put(sheet, name, show(sum.current), EDGES.current, y + 3, { ...look, align: 'right' });
  put(sheet, `${name}_ytd`, show(sum.ytd), EDGES.ytd, y + 3, { ...look, align: 'right' });
  sheet.rule(LEFT, y + 15, RIGHT, y + 15, DASH);
  return y + 20;
}

function printTransfers({ sheet, check, account, check_number }: Opened, top: number): number {
  let y = top;
  if (check.accounts.length === 0) {
    const after = sheet.text('Payment by check no.', LEFT + 34, y, TEXT);
    put(sheet, 'check_number', check_number, after + 5, y, TEXT);
    return y + 24;
  }
  for (const { kind, mask, current } of check.accounts) {
    const description = kind === 'checking' ? 'Checking' : 'Savings';
    const shown = account(mask);
    const after = sheet.text('Bank transfer', LEFT + 34, y, TEXT);
    const end = sheet.text(description, after + 10, y, TEXT);
    sheet.text(shown.text, end + 8, y, TEXT);
    sheet.text(money(current).text, EDGES.current, y, { ...TEXT, align: 'right' });
    sheet.row('distributions', { description, account_mask: shown, current: money(current) });
    y += 12.5;
  }
  return y + 12;
}
