// The remittance advice of a public employer or a hospital. Every line has a numeric code. One head spans the columns
// of the pay period, and another head spans the columns of the calendar year. A legend explains codes and
// abbreviations.
import { CONTRIBUTION_KINDS, EARNING_KINDS, POST_TAX_KINDS, PRE_TAX_KINDS } from '../../pay-figures.ts';
import type { TaxKind } from '../../pay-taxes.ts';
import type { Layout } from '../../sample.ts';
import { hours, money, NOTHING, plain, unlessZero } from '../formats.ts';
import { open } from '../open.ts';
import { amounts, type Fact, type Named, names, put, rates, type Timed, workedHours } from '../second/kit.ts';
import type { Column } from '../sheet.ts';
import { CODES, LONG, wordsLike } from '../words.ts';

const WORDS = wordsLike(CODES, {
  earnings: {
    salary: 'SAL PAY',
    regular: 'REG PAY',
    overtime: 'OT PREM 1.5',
    double_time: 'OT PREM 2.0',
    evening: 'DIFF 2ND SHFT',
    night: 'DIFF 3RD SHFT',
    weekend: 'DIFF WKEND',
    on_call: 'STANDBY',
    charge: 'LEAD DUTY',
    holiday: 'HOL PAY',
    pto: 'ANN LV',
    sick: 'SICK LV',
    jury: 'JURY LV',
    training: 'IN-SERVICE',
    retro: 'RETRO ADJ',
    longevity: 'LONGEV PAY',
    allowance: 'PHONE ALLOW',
    bonus: 'ONE-TIME PMT',
  },
  taxes: {
    federal: 'FED WH TAX',
    social_security: 'FICA OASDI',
    medicare: 'FICA HI',
    state: '{state} WH TAX',
    disability: '{state} DISAB INS',
    family_leave: '{state} FAM LV INS',
    unemployment: '{state} UNEMP INS',
    local: 'MUNI WH TAX',
    local_services: 'LOCAL SVC TAX',
  },
  deductions: {
    medical: 'HLTH PLAN',
    dental: 'DENTAL PLAN',
    vision: 'VISION PLAN',
    pension: 'RETIRE SYS',
    k457: 'DEF COMP 457',
    k403: 'TSA 403B',
    union: 'EMPL ORG DUES',
    charity: 'COMB CHARITY',
    life: 'OPT LIFE INS',
    support: 'CT ORD SUPPORT',
    garnishment: 'WAGE LEVY',
  },
  contributions: { medical: 'HLTH PLAN', dental: 'DENTAL PLAN', pension: 'RETIRE SYS', match: 'TSA MATCH' },
});

const TAX_CODES: Record<TaxKind, string> = {
  federal: '201',
  social_security: '203',
  medicare: '204',
  state: '210',
  disability: '214',
  family_leave: '216',
  unemployment: '218',
  long_term_care: '219',
  transit: '222',
  local: '230',
  local_services: '232',
};
/** Codes have three digits. The first digit stands for the kind of the line. */
const numbered =
  <Kind>(kinds: readonly Kind[], first: number) =>
  ({ kind }: { kind: Kind }): string =>
    String(first + 3 * kinds.indexOf(kind));
const earningCode = numbered(EARNING_KINDS, 101);
const deductionCode = numbered([...PRE_TAX_KINDS, ...POST_TAX_KINDS], 401);
const contributionCode = numbered(CONTRIBUTION_KINDS, 701);

type Earned = Timed & { kind: (typeof EARNING_KINDS)[number]; hours_ytd: number | null };

export const remittanceCodes: Layout = async (seed) => {
  const it = open('remittance-codes', seed, {
    sectors: ['agency', 'hospital'],
    words: [WORDS],
    dates: ['MM-DD-YYYY', 'DD Mon YYYY', 'MM/DD/YYYY'],
    names: ['last-first', 'initial', 'full'],
    upper: () => true,
    pay: { frequency: seed % 4 === 0 ? 'monthly' : 'biweekly' },
  });
  const { sheet, random, check } = it;
  const [left, middle, right] = [30, 306, 582];
  const small = { size: 6.5 };
  const value = { size: 8, face: 'mono' } as const;
  sheet.field('employer_name', it.employer_name, left, 26, { size: 11, bold: true, width: 330 });
  const office = it.stub.employer.sector === 'agency' ? 'OFFICE OF THE CONTROLLER' : 'PAYROLL ACCOUNTING';
  sheet.text(office, left, 40, { size: 8 });
  sheet.address('employer_address', it.employer_address, left, 51, { size: 8 });
  sheet.text('REMITTANCE ADVICE', right, 26, { size: 13, bold: true, align: 'right' });
  const paidBy = check.accounts.length > 0 ? 'ELECTRONIC DEPOSIT - NOT NEGOTIABLE' : 'WARRANT ISSUED SEPARATELY';
  sheet.text(paidBy, right, 42, { size: 7.5, align: 'right' });
  sheet.rule(left, 86, right, 86, { width: 1 });
  sheet.text('PAYEE', left, 92, small);
  sheet.field('employee_name', it.employee_name, left, 101, { ...value, bold: true, width: 220 });
  sheet.address('employee_address', it.employee_address, left, 112, { ...value, width: 220 });
  const facts: Fact[] = [
    ['PERIOD FROM', 'period_start', it.period_start],
    ['PERIOD THRU', 'period_end', it.period_end],
    ['ISSUE DATE', 'pay_date', it.pay_date],
    ['REMITTANCE NO', 'check_number', it.check_number],
    ['PAYEE NO', 'employee_id', it.employee_id],
    ['SSN', 'employee_ssn', random.chance(0.6) ? it.employee_ssn : NOTHING],
    ['ORG UNIT', '', plain(it.stub.department)],
    ['CLASS', '', plain(it.stub.title.toUpperCase())],
  ];
  for (const [index, [label, name, shown]] of facts.entries()) {
    if (shown.text === '') continue;
    const x = index < 4 ? 262 : 424;
    const y = 92 + (index % 4) * 12;
    sheet.text(label, x, y + 1, small);
    sheet.text(':', x + 58, y + 1, small);
    put(sheet, name, shown, x + 64, y, { ...value, width: index < 4 ? 90 : 94 });
  }
  let y = 154;
  sheet.rule(left, y - 6, right, y - 6, { width: 1 });

  const span = (title: string, from: number, to: number) => {
    sheet.text(title, (from + to) / 2, y, { size: 6.5, bold: true, align: 'center' });
    sheet.rule(from, y + 8.5, to, y + 8.5, { width: 0.4 });
  };
  const coded = <Row>(code: (row: Row) => string, x: number): Column<Row> => ({
    title: 'CD',
    x,
    width: 18,
    of: code,
  });
  const step = 10.5;
  const look = { step, style: value, head: { size: 6.5, face: 'sans', bold: false }, headStep: 11 } as const;
  span('THIS PAY PERIOD', 206, 388);
  span('CALENDAR YEAR', 424, right);
  y = sheet.table<Earned>({
    into: 'earnings',
    y: y + 11,
    ...look,
    rows: it.earnings,
    columns: [
      coded(earningCode, left),
      names('EARNINGS', left + 24, 140),
      workedHours('UNITS', 240, 40),
      rates('RATE', 312, 56),
      amounts('current', 'AMOUNT', 386, 62, money, true),
      {
        title: 'UNITS',
        x: 482,
        width: 54,
        align: 'right',
        of: ({ hours_ytd }) => (hours_ytd ? hours(hours_ytd).text : ''),
      },
      amounts('ytd', 'AMOUNT', right, 70),
    ],
  });
  sheet.rule(left, y, right, y, { width: 0.4 });
  y += 10;

  const list = <Row extends Named>(
    title: string,
    into: string,
    rows: readonly Row[],
    from: number,
    top: number,
    code: (row: Row) => string,
    extra: Column<Row>[] = [],
  ) => {
    if (rows.length === 0) return top;
    const to = from + 264;
    const low = sheet.table<Row>({
      into,
      y: top,
      ...look,
      rows,
      columns: [
        coded(code, from),
        names(title, from + 24, 96),
        ...extra,
        amounts('current', 'PERIOD', to - 64, 60),
        amounts('ytd', 'YEAR', to, 60),
      ],
    });
    sheet.rule(from, low, to, low, { width: 0.4 });
    return low + 10;
  };
  const half = middle + 12;
  const taxed = list('TAXES', 'taxes', it.taxes, left, y, ({ kind }) => TAX_CODES[kind]);
  const paid = list('PAID BY EMPLOYER', 'employer_contributions', it.contributions, left, taxed, contributionCode);
  const flag: Column<Named & { pre_tax: boolean }> = {
    title: 'T',
    x: half + 128,
    width: 8,
    of: ({ pre_tax }) => (pre_tax ? 'P' : 'A'),
  };
  let low = list('DEDUCTIONS', 'deductions', it.deductions, half, y, deductionCode, [flag]);
  if (check.accounts.length > 0) {
    low = sheet.table({
      into: 'distributions',
      y: low,
      ...look,
      rows: check.accounts,
      columns: [
        {
          key: 'description',
          title: 'REMITTED TO',
          x: half,
          width: 70,
          of: ({ kind }) => (kind === 'checking' ? 'CHECKING' : 'SAVINGS'),
        },
        { key: 'account_mask', title: 'ACCOUNT', x: half + 76, width: 84, of: ({ mask }) => it.account(mask) },
        {
          key: 'current',
          title: 'PERIOD',
          x: half + 200,
          width: 54,
          align: 'right',
          of: ({ current }) => unlessZero(current, money),
        },
      ],
    });
  }

  y = Math.max(paid, low) + 8;
  const totals = [
    ['A', 'GROSS PAY', 'gross_pay', check.gross],
    ['B', 'TAXES', 'total_taxes', check.total_taxes],
    ['C', 'DEDUCTIONS', 'total_deductions', check.total_deductions],
    ['D', 'NET PAY (A-B-C)', 'net_pay', check.net],
  ] as const;
  sheet.box(left, y, 264, 66, { width: 0.8 });
  sheet.text('PERIOD', left + 196, y + 4, { ...small, align: 'right' });
  sheet.text('YEAR', left + 260, y + 4, { ...small, align: 'right' });
  for (const [index, [letter, label, name, { current, ytd }]] of totals.entries()) {
    const at = y + 15 + index * 12;
    const bold = name === 'net_pay';
    sheet.text(letter, left + 5, at, { ...value, bold });
    sheet.text(label, left + 20, at, { ...value, bold });
    sheet.field(name, money(current), left + 196, at, { ...value, bold, align: 'right' });
    sheet.field(`${name}_ytd`, money(ytd), left + 260, at, { ...value, bold, align: 'right' });
  }
  const legend = [
    'T = TAX TREATMENT:  P BEFORE TAX,  A AFTER TAX',
    'CD 100-199 EARNINGS   200-299 TAXES   400-499 DEDUCTIONS   700-799 EMPLOYER',
    ...it.earnings.slice(0, 5).map(({ kind, name }) => `${name} = ${LONG.earnings[kind].toUpperCase()}`),
  ];
  sheet.text('EXPLANATION OF CODES', half, y + 2, { size: 6.5, bold: true });
  for (const [index, line] of legend.entries())
    sheet.text(line, half, y + 12 + index * 8, { size: 6.2, width: right - half });
  sheet.text(`KEEP THIS ADVICE FOR YOUR RECORDS. PAYROLL INQUIRIES ${it.stub.employer.phone}`, left, 770, small);
  return sheet.done();
};
