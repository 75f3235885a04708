// A public agency's pay statement. The agency pays by warrant (a kind of check). The employee's share and the agency's
// share of a benefit are columns of the same row. The amount comes before hours and rate. At the lower right, a
// computation leads step by step to the warrant amount.
import type { Layout } from '../../sample.ts';
import { hours, money, NOTHING, plain, type Shown, unlessZero } from '../formats.ts';
import { open } from '../open.ts';
import { amounts, beside, type Fact, names, sumOf, type Timed, workedHours } from '../second/kit.ts';
import { PUBLIC, wordsLike } from '../words.ts';
import type { Sum } from './kit.ts';

const WORDS = wordsLike(PUBLIC, {
  earnings: { longevity: 'Longevity Increment', allowance: 'Technology Stipend', bonus: 'Merit Lump Sum' },
  taxes: { federal: 'Fed Withholding', social_security: 'Social Security', state: '{state} Withholding' },
  deductions: {
    pension: 'Retirement Tier 2',
    medical: 'Health - Choice Plan',
    dental: 'Dental - Plan A',
    vision: 'Vision Plan',
    union: 'Bargaining Unit Dues',
    k457: 'Deferred Comp',
    hsa: 'HSA',
    life: 'Optional Life',
  },
  contributions: {
    pension: 'Retirement Tier 2',
    medical: 'Health - Choice Plan',
    dental: 'Dental - Plan A',
    hsa: 'HSA',
    life: 'Basic Life $25,000',
    match: 'Deferred Comp',
    social_security: 'Social Security',
    medicare: 'Medicare',
  },
});
const LEAVES = { vacation: 'Annual', sick: 'Sick', personal: 'Personal' };

type Shared = { name: string; own: Sum | undefined; agency: Sum | undefined };

export const stateShare: Layout = async (seed) => {
  const it = open('state-share', seed, {
    sectors: ['agency'],
    words: [WORDS],
    dates: ['MM/DD/YYYY', 'Mon D, YYYY', 'YYYY-MM-DD'],
    names: ['last-first', 'initial.'],
    face: 'serif',
    pay: { frequency: seed % 3 === 0 ? 'biweekly' : 'semimonthly', deductions_max: 9 },
  });
  const { sheet, random, check } = it;
  const [left, right] = [40, 572];
  sheet.text('OFFICE OF THE CONTROLLER', 306, 24, { size: 9, align: 'center' });
  sheet.field('employer_name', it.employer_name, 306, 36, { size: 14, bold: true, align: 'center', width: 440 });
  const street = it.employer_address.join(', ');
  sheet.text(street, 306, 54, { size: 9, align: 'center' });
  sheet.record('employer_address', street);
  sheet.rule(left, 70, right, 70);
  sheet.rule(left, 72.5, right, 72.5);
  const facts: Fact[] = [
    ['Payee:', 'employee_name', it.employee_name],
    ['Warrant:', 'check_number', it.check_number],
    ['Personnel No.:', 'employee_id', it.employee_id],
    ['Warrant Date:', 'pay_date', it.pay_date],
    ['Classification:', '', plain(it.stub.title)],
    ['Service From:', 'period_start', it.period_start],
    ['Division:', '', plain(it.stub.department)],
    ['Service To:', 'period_end', it.period_end],
  ];
  for (const [index, fact] of facts.entries()) {
    const x = index % 2 === 0 ? left : 350;
    const edge = index % 2 === 0 ? 120 : 430;
    beside(sheet, fact, x, 80 + Math.floor(index / 2) * 13, {
      label: { size: 9.5, italic: true },
      value: { size: 10, width: 200 },
      at: edge,
    });
  }
  const style = { size: 9.5 };
  const head = { size: 8.5, italic: true, bold: false };
  let y = 144;
  const title = (text: string) => {
    sheet.text(text, left, y, { size: 10, bold: true });
    sheet.rule(left, y + 13, right, y + 13, { width: 0.8 });
    y += 17;
  };
  title('A.  Pay');
  y = sheet.table<Timed>({
    into: 'earnings',
    y,
    step: 12.5,
    style,
    head,
    headStep: 13,
    rows: it.earnings,
    columns: [
      names('', left + 14, 150),
      amounts('current', 'Amount', 290, 66, money, true),
      workedHours('Hours', 360, 50),
      {
        key: 'rate',
        title: 'Hourly Rate',
        x: 440,
        width: 60,
        align: 'right',
        of: ({ rate }) => (rate ? hours(rate, 4) : NOTHING),
      },
      amounts('ytd', 'Calendar Year', right, 70),
    ],
  });
  y += 8;
  title('B.  Taxes');
  y = sheet.table({
    into: 'taxes',
    y,
    step: 12.5,
    style,
    head: null,
    rows: it.taxes,
    columns: [names('', left + 14, 180), amounts('current', '', 290, 66), amounts('ytd', '', right, 70)],
  });
  y += 8;

  const rows = shared(it.deductions, it.contributions);
  const who = random.pick(['Agency', 'Employer']);
  if (rows.length > 0) {
    title('C.  Benefits and deductions');
    sheet.text('Employee Share', 270, y, { ...head, align: 'center' });
    sheet.text(`${who} Share`, 491, y, { ...head, align: 'center' });
    y += 10;
    const figure = (sum: Sum | undefined, key: keyof Sum): Shown => (sum ? money(sum[key]) : NOTHING);
    const columns = [
      ['own', 'current', 'This Period', 250],
      ['own', 'ytd', 'Calendar Year', 340],
      ['agency', 'current', 'This Period', 460],
      ['agency', 'ytd', 'Calendar Year', right],
    ] as const;
    y = sheet.table<Shared>({
      y,
      step: 12.5,
      style,
      head,
      headStep: 13,
      rows,
      columns: [
        { title: '', x: left + 14, width: 140, of: ({ name }) => name },
        ...columns.map(([part, key, text, x]) => ({
          title: text,
          x,
          width: 66,
          align: 'right' as const,
          of: (row: Shared) => figure(row[part], key).text,
        })),
      ],
    });
    for (const { name, own, agency } of rows) {
      if (own) sheet.row('deductions', { description: name, current: money(own.current), ytd: money(own.ytd) });
      const paid = agency && { current: money(agency.current), ytd: money(agency.ytd) };
      if (paid) sheet.row('employer_contributions', { description: name, ...paid });
    }
    const sums = { own: check.total_deductions, agency: sumOf(it.contributions) };
    sheet.text('Total', left + 14, y + 2, { ...style, bold: true });
    for (const [part, key, , x] of columns) {
      sheet.rule(x - 50, y, x, y, { width: 0.4 });
      const shown = unlessZero(sums[part][key], money);
      const look = { ...style, bold: true, align: 'right' } as const;
      if (part === 'own')
        sheet.field(key === 'ytd' ? 'total_deductions_ytd' : 'total_deductions', shown, x, y + 2, look);
      else sheet.text(shown.text, x, y + 2, look);
    }
    y += 24;
  }

  const top = y;
  const ladder = 350;
  sheet.text('This Period', 490, y, { ...head, align: 'right' });
  sheet.text('Calendar Year', right, y, { ...head, align: 'right' });
  y += 13;
  for (const [label, name, sum] of [
    ['A  Total pay', 'gross_pay', check.gross],
    ['B  Total taxes', 'total_taxes', check.total_taxes],
    ['C  Employee share', 'total_deductions', check.total_deductions],
    ['Warrant amount', 'net_pay', check.net],
  ] as const) {
    if (name === 'total_deductions' && rows.length === 0) continue;
    const bold = name === 'net_pay';
    if (bold) sheet.rule(ladder, y - 1, right, y - 1);
    sheet.text(label, ladder, y + 1, { ...style, bold });
    sheet.field(name, money(sum.current), 490, y + 1, { ...style, bold, align: 'right' });
    sheet.field(`${name}_ytd`, money(sum.ytd), right, y + 1, { ...style, bold, align: 'right' });
    y += 13.5;
  }
  if (check.leaves.length > 0)
    sheet.table({
      y: top,
      step: 12.5,
      style,
      head,
      headStep: 13,
      rows: check.leaves,
      columns: [
        { title: 'Leave credits', x: left, width: 80, of: ({ kind }) => LEAVES[kind] },
        { title: 'Earned', x: 180, width: 50, align: 'right', of: ({ accrued }) => hours(accrued).text },
        { title: 'Used', x: 230, width: 50, align: 'right', of: ({ used }) => hours(used).text },
        { title: 'Balance', x: 300, width: 56, align: 'right', of: ({ balance }) => hours(balance).text },
      ],
    });
  y = Math.max(y, top + 54) + 10;
  for (const { kind, mask, current } of check.accounts) {
    const description = kind === 'checking' ? 'Checking' : 'Savings';
    const account = it.account(mask);
    const start = sheet.text('Transferred to', left, y, { ...style, italic: true });
    const after = sheet.text(description, start + 4, y, style);
    const end = sheet.text(account.text, after + 4, y, style);
    sheet.text(money(current, { dollar: '$' }).text, end + 16, y, style);
    sheet.row('distributions', { description, account_mask: account, current: money(current) });
    y += 12.5;
  }
  return sheet.done();
};

/** Puts the employee's and the agency's share of a benefit into one row. */
function shared(
  deductions: readonly (Sum & { name: string })[],
  contributions: readonly (Sum & { name: string })[],
): Shared[] {
  const all = [...new Set([...deductions, ...contributions].map(({ name }) => name))];
  return all.map((name) => ({
    name,
    own: deductions.find((row) => row.name === name),
    agency: contributions.find((row) => row.name === name),
  }));
}
