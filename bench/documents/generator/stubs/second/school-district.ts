// A school district's pay stub. The employee's share and the district's share are on the same line. Year-to-date
// amounts come before the amounts of the month.
import type { Layout } from '../../sample.ts';
import { hours, money, NOTHING, plain, unlessZero } from '../formats.ts';
import { open } from '../open.ts';
import { LONG, wordsLike } from '../words.ts';
import { amounts, type Fact, names, stacked, type Timed } from './kit.ts';

const WORDS = wordsLike(LONG, {
  earnings: {
    salary: 'Contract Pay',
    regular: 'Classified Hourly',
    longevity: 'Longevity Stipend',
    pto: 'Personal Leave',
  },
  taxes: { federal: 'FIT', social_security: 'OASDI', medicare: 'MEDI', state: 'SIT - {state}' },
  deductions: {
    pension: 'Retirement',
    medical: 'Health',
    dental: 'Dental',
    vision: 'Vision',
    k457: 'TSA 457',
    union: 'Assoc Dues',
  },
  contributions: {
    pension: 'Retirement',
    medical: 'Health',
    dental: 'Dental',
    hsa: 'Health Savings Account',
    life: 'Group Life',
  },
});

export const schoolDistrict: Layout = async (seed) => {
  const it = open('school-district', seed, {
    sectors: ['agency'],
    words: [WORDS],
    dates: ['MM/DD/YYYY', 'MM-DD-YYYY'],
    names: ['last-first', 'initial'],
    pay: { frequency: seed % 3 === 0 ? 'semimonthly' : 'monthly' },
  });
  const { sheet, random, check } = it;
  const [left, right] = [36, 576];
  sheet.field('employer_name', it.employer_name, 306, 28, { size: 14, bold: true, align: 'center', width: 420 });
  const address = it.employer_address.join(', ');
  sheet.text(address, 306, 46, { size: 8, align: 'center' });
  sheet.record('employer_address', address);
  sheet.text('Pay Warrant Stub', 306, 60, { size: 10, italic: true, align: 'center' });
  const facts: Fact[] = [
    ['Name', 'employee_name', it.employee_name],
    ['Employee #', 'employee_id', it.employee_id],
    ['Site', '', plain('0032 Middle School')],
    ['Warrant #', 'check_number', it.check_number],
    ['Period Begins', 'period_start', it.period_start],
    ['Period Ends', 'period_end', it.period_end],
    ['Issue Date', 'pay_date', it.pay_date],
    ['Calendar', '', plain('10 month / 185 days')],
  ];
  for (const [index, fact] of facts.entries()) {
    const x = left + 4 + (index % 4) * 136;
    const y = 82 + Math.floor(index / 4) * 30;
    stacked(sheet, fact, x, y, { label: { size: 7, color: '#555555' }, value: { size: 9.5, width: 128 }, drop: 10 });
  }
  sheet.rule(left, 144, right, 144);
  const style = { size: 8.5 };
  const bar = (y: number) => sheet.box(left, y - 3, right - left, 13, { fill: '#e4e8d8' });
  let y = sheet.table<Timed>({
    into: 'earnings',
    y: 152,
    step: 12,
    style,
    headStep: 15,
    rows: it.earnings,
    behindHead: bar,
    columns: [
      names('Earnings', left + 4, 150),
      amounts('ytd', 'Year To Date', left + 290, 70),
      {
        key: 'hours',
        title: 'Units',
        x: left + 360,
        width: 50,
        align: 'right',
        of: (row) => (row.hours ? hours(row.hours) : NOTHING),
      },
      {
        key: 'rate',
        title: 'Rate',
        x: left + 430,
        width: 60,
        align: 'right',
        of: ({ rate }) => (rate ? hours(rate, 4) : NOTHING),
      },
      amounts('current', 'This Period', right - 4, 70, money, true),
    ],
  });
  const total = (label: string, name: string, sum: { current: number; ytd: number }, edges: [number, number]) => {
    sheet.text(label, left + 4, y + 2, { ...style, bold: true });
    sheet.field(`${name}_ytd`, money(sum.ytd), edges[0], y + 2, { ...style, bold: true, align: 'right' });
    sheet.field(name, money(sum.current), edges[1], y + 2, { ...style, bold: true, align: 'right' });
    y += 24;
  };
  total('Gross Wages', 'gross_pay', check.gross, [left + 290, right - 4]);
  y = sheet.table({
    into: 'taxes',
    y,
    step: 12,
    style,
    headStep: 15,
    rows: it.taxes,
    behindHead: bar,
    columns: [
      names('Taxes', left + 4, 170),
      amounts('ytd', 'Year To Date', left + 290, 70),
      amounts('current', 'This Period', right - 4, 70),
    ],
  });
  total('Total Taxes', 'total_taxes', check.total_taxes, [left + 290, right - 4]);
  const edges = [left + 230, left + 320, left + 440, right - 4] as const;
  sheet.text('Employee', (edges[0] + edges[1] - 40) / 2, y, { size: 7.5, bold: true, align: 'center' });
  sheet.text('District', (edges[2] + edges[3] - 40) / 2, y, { size: 7.5, bold: true, align: 'center' });
  y += 13;
  bar(y);
  sheet.text('Deductions and Contributions', left + 4, y, { ...style, bold: true });
  for (const [index, edge] of edges.entries())
    sheet.text(index % 2 === 0 ? 'YTD' : 'Current', edge, y, { ...style, bold: true, align: 'right' });
  y += 15;
  const shared = new Set(['pension', 'medical', 'dental', 'hsa']);
  const lines = [
    ...it.deductions.map((own) => ({
      own,
      theirs: shared.has(own.kind) ? it.contributions.find(({ kind }) => kind === own.kind) : undefined,
    })),
    ...it.contributions
      .filter(({ kind }) => !(shared.has(kind) && it.deductions.some((own) => own.kind === kind)))
      .map((theirs) => ({ own: undefined, theirs })),
  ];
  for (const { own, theirs } of lines) {
    const name = (own ?? theirs)?.name ?? '';
    sheet.text(name, left + 4, y, { ...style, width: 160 });
    for (const [line, into, at] of [
      [own, 'deductions', 0],
      [theirs, 'employer_contributions', 2],
    ] as const) {
      if (!line) continue;
      const cells = { ytd: money(line.ytd), current: unlessZero(line.current, money) };
      sheet.text(cells.ytd.text, edges[at], y, { ...style, align: 'right' });
      sheet.text(cells.current.text, edges[at + 1] ?? 0, y, { ...style, align: 'right' });
      sheet.row(into, { description: name, ...cells });
    }
    y += 12;
  }
  total('Total Employee Deductions', 'total_deductions', check.total_deductions, [edges[0], edges[1]]);
  sheet.box(left, y - 4, right - left, 18, { fill: '#5c6b2e' });
  sheet.text('Net Warrant', left + 4, y, { size: 10, bold: true, color: '#ffffff' });
  const white = { size: 10, bold: true, color: '#ffffff', align: 'right' } as const;
  sheet.field('net_pay_ytd', money(check.net.ytd), left + 290, y, white);
  sheet.field('net_pay', money(check.net.current), right - 4, y, white);
  y += 26;
  for (const { kind, mask, current } of check.accounts) {
    const account = it.account(mask);
    const description = kind === 'checking' ? 'Direct deposit - checking' : 'Direct deposit - savings';
    sheet.text(description, left + 4, y, style);
    sheet.text(account.text, left + 190, y, style);
    sheet.text(money(current).text, left + 360, y, { ...style, align: 'right' });
    sheet.row('distributions', { description, account_mask: account, current: money(current) });
    y += 12;
  }
  if (random.chance(0.7)) {
    y += 8;
    sheet.text('Leave (hours)', left + 4, y, { ...style, bold: true });
    for (const [index, { kind, used, balance }] of check.leaves.entries()) {
      const title = { vacation: 'Vacation', sick: 'Sick', personal: 'Personal necessity' }[kind];
      sheet.text(`${title}: used ${hours(used).text}, balance ${hours(balance).text}`, left + 90 + index * 160, y, {
        size: 7.5,
        width: 152,
      });
    }
  }
  return sheet.done();
};
