// The weekly statement of a staffing agency. The hours are grouped by the client for whom they were worked. One list
// leads from the gross wages to the net pay.
import type { Layout, Random } from '../../sample.ts';
import { hours, money, plain, type Shown } from '../formats.ts';
import { open } from '../open.ts';
import { type Fact, type Named, stacked } from '../second/kit.ts';
import { paidNow } from '../stub.ts';
import { LONG, wordsLike } from '../words.ts';

const WORDS = wordsLike(LONG, {
  earnings: {
    regular: 'Regular Time',
    overtime: 'Overtime 1.5',
    double_time: 'Doubletime 2.0',
    holiday: 'Holiday Pay',
    pto: 'Vacation Pay',
    sick: 'Sick Pay',
    jury: 'Jury Duty Pay',
    training: 'Safety Training',
    bonus: 'Referral Bonus',
    allowance: 'Boot Allowance',
  },
  taxes: {
    federal: 'Federal withholding',
    social_security: 'Social Security',
    medicare: 'Medicare',
    state: '{state} withholding',
    disability: '{state} disability',
    family_leave: '{state} family leave',
    unemployment: '{state} unemployment',
    local: '{city} city tax',
  },
  deductions: {
    medical: 'Associate health plan',
    dental: 'Associate dental plan',
    vision: 'Associate vision plan',
    uniform: 'Vest and badge',
    union: 'Hall dues',
    k401: '401(k) savings',
  },
});
const CLIENTS = [
  'Harlan Foods Distribution',
  'Pike & Marlow Fulfillment',
  'Brightwell Home Goods',
  'Corvane Plastics, Plant 2',
  'Stonebridge Cold Storage',
  'Delmar Print Works',
];
const JOBS = ['Material Handler', 'Packer', 'Forklift Operator', 'Line Assembler', 'Shipping Clerk'];
const NAMES = ['Staffing Group', 'Workforce', 'Personnel Services', 'Temporaries'];

type Worked = { name: string; hours: number | null; rate: number | null; current: number };
type Assignment = { client: string; order: string; job: string; rows: Worked[] };

export const assignmentWeek: Layout = async (seed) => {
  const it = open('assignment-week', seed, {
    sectors: ['trade'],
    words: [WORDS],
    dates: ['M/D/YYYY', 'MM/DD/YYYY', 'Mon D, YYYY'],
    names: ['short', 'initial', 'last-first'],
    pay: { frequency: 'weekly', salaried: false, deductions_max: 6 },
  });
  const { sheet, random, check } = it;
  const [left, right] = [36, 576];
  const tone = random.pick(['#c8551b', '#2f6f4f', '#24567d']);
  const agency = `${it.stub.employer.name.split(' ')[0]} ${random.pick(NAMES)}, Inc.`;
  sheet.field('employer_name', plain(agency), left, 30, { size: 15, bold: true, color: tone });
  const address = it.employer_address.join(', ');
  sheet.text(address, left, 49, { size: 8 });
  sheet.record('employer_address', address);
  sheet.text('Weekly Pay Statement', right, 32, { size: 12, align: 'right' });
  sheet.rule(left, 64, right, 64, { color: tone, width: 2 });
  const facts: Fact[] = [
    ['Associate', 'employee_name', it.employee_name],
    ['Associate No.', 'employee_id', it.employee_id],
    ['Week Ending', 'period_end', it.period_end],
    ['Date Paid', 'pay_date', it.pay_date],
    [check.accounts.length > 0 ? 'Advice No.' : 'Check No.', 'check_number', it.check_number],
  ];
  for (const [index, fact] of facts.entries()) {
    const x = left + ([0, 190, 280, 380, 470][index] ?? 0);
    stacked(sheet, fact, x, 72, { label: { color: '#666666' }, value: { size: 9.5, bold: true, width: 178 } });
  }
  let y = 98;
  if (random.chance(0.6)) {
    const home = it.employee_address.join(', ');
    sheet.text(home, left, y, { size: 8, width: 272 });
    sheet.record('employee_address', home);
  }
  if (random.chance(0.5)) {
    const after = sheet.text('SSN', left + 280, y, { size: 8, color: '#666666' });
    sheet.field('employee_ssn', it.employee_ssn, after + 4, y, { size: 8 });
  }
  if (random.chance(0.5)) {
    const after = sheet.text('Week Began', left + 380, y, { size: 8, color: '#666666' });
    sheet.field('period_start', it.period_start, after + 4, y, { size: 8 });
  }
  y += 22;

  const edges = { hours: 400, rate: 470, amount: right - 4 };
  const style = { size: 9 };
  for (const [title, x, align] of [
    ['Client and pay type', left + 4, 'left'],
    ['Hours', edges.hours, 'right'],
    ['Pay Rate', edges.rate, 'right'],
    ['Wages', edges.amount, 'right'],
  ] as const) {
    sheet.text(title, x, y, { size: 8, bold: true, align });
  }
  y += 13;
  const worked = (row: Worked) => {
    const own = {
      hours: row.hours === null ? undefined : hours(row.hours),
      rate: row.rate === null ? undefined : money(row.rate),
      current: money(row.current),
    };
    sheet.text(row.name, left + 18, y, style);
    sheet.text(own.hours?.text ?? '', edges.hours, y, { ...style, align: 'right' });
    sheet.text(own.rate?.text ?? '', edges.rate, y, { ...style, align: 'right' });
    sheet.text(own.current.text, edges.amount, y, { ...style, align: 'right' });
    sheet.row('earnings', { description: row.name, ...own });
    y += 12.5;
  };
  const group = (title: string, note: string) => {
    sheet.box(left, y - 2, right - left, 13, { fill: '#ececec' });
    sheet.text(title, left + 4, y + 1, { size: 8.5, bold: true, width: 220 });
    sheet.text(note, right - 4, y + 1, { size: 8, align: 'right' });
    y += 15;
  };
  const { assignments, others } = assigned(random, paidNow(it.earnings));
  for (const { client, order, job, rows } of assignments) {
    group(client, `Order ${order}   ${job}`);
    for (const row of rows) worked(row);
    const sum = (of: (row: Worked) => number) => rows.reduce((all, row) => all + of(row), 0);
    sheet.text('Assignment total', left + 18, y, { size: 8, italic: true });
    sheet.text(hours(sum((row) => row.hours ?? 0)).text, edges.hours, y, { size: 8, italic: true, align: 'right' });
    sheet.text(money(sum(({ current }) => current)).text, edges.amount, y, { size: 8, italic: true, align: 'right' });
    y += 16;
  }
  if (others.length > 0) {
    group('Other pay', 'Not billed to a client');
    for (const row of others) worked(row);
    y += 4;
  }

  y += 8;
  const column = { label: left, current: 300, ytd: 384 };
  const listTop = y;
  sheet.text('From wages to net pay', column.label, y, { size: 9.5, bold: true, color: tone });
  sheet.text('This Week', column.current, y + 1, { size: 8, bold: true, align: 'right' });
  sheet.text('Year to Date', column.ytd, y + 1, { size: 8, bold: true, align: 'right' });
  sheet.rule(left, y + 13, column.ytd, y + 13, { color: tone });
  y += 18;
  const sum = (label: string, name: string, { current, ytd }: { current: number; ytd: number }, show = money) => {
    sheet.text(label, column.label, y, { ...style, bold: true });
    sheet.field(name, show(current), column.current, y, { ...style, bold: true, align: 'right' });
    sheet.field(`${name}_ytd`, show(ytd), column.ytd, y, { ...style, bold: true, align: 'right' });
    y += 15;
  };
  const list = (title: string, into: string, rows: readonly Named[]) => {
    sheet.text(title, column.label, y, { size: 8, italic: true });
    y += 12;
    for (const { name, current, ytd } of rows) {
      const own: Record<'current' | 'ytd', Shown> = { current: money(current), ytd: money(ytd) };
      sheet.text(name, column.label + 12, y, { ...style, width: 170 });
      sheet.text(own.current.text, column.current, y, { ...style, align: 'right' });
      sheet.text(own.ytd.text, column.ytd, y, { ...style, align: 'right' });
      sheet.row(into, { description: name, ...own });
      y += 12;
    }
  };
  sum('Gross wages', 'gross_pay', check.gross);
  list('Less taxes', 'taxes', it.taxes);
  sum('Total taxes', 'total_taxes', check.total_taxes);
  if (it.deductions.length > 0) {
    list('Less deductions', 'deductions', it.deductions);
    sum('Total deductions', 'total_deductions', check.total_deductions);
  }
  sheet.rule(column.current - 62, y - 1, column.ytd, y - 1);
  y += 3;
  sum('Net pay', 'net_pay', check.net, (cents) => money(cents, { dollar: '$' }));

  let side = listTop;
  const note = 404;
  const heading = (title: string) => {
    sheet.text(title, note, side, { size: 8.5, bold: true, color: tone });
    side += 14;
  };
  if (check.accounts.length > 0) {
    heading('Deposited to');
    for (const { kind, mask, current } of check.accounts) {
      const description = kind === 'checking' ? 'Checking' : 'Pay card';
      const account = it.account(mask);
      const after = sheet.text(description, note, side, { size: 8.5 });
      sheet.text(account.text, after + 5, side, { size: 8.5 });
      sheet.text(money(current).text, right - 4, side, { size: 8.5, align: 'right' });
      sheet.row('distributions', { description, account_mask: account, current: money(current) });
      side += 12;
    }
    side += 10;
  }
  heading('Your branch');
  side = sheet.lines([`Branch ${it.stub.department}`, it.stub.employer.phone], note, side, { size: 8.5 }) + 10;
  heading('Time cards');
  sheet.lines(['Hours must be approved by your', 'client supervisor by Monday noon.'], note, side, { size: 8 });
  return sheet.done();
};

/** Splits the worked time among two or three clients. The wages of all lines still add up to the gross pay. */
function assigned(
  random: Random,
  earnings: readonly (Worked & { kind: string })[],
): { assignments: Assignment[]; others: Worked[] } {
  const order = () => String(random.integer(40_000, 99_999));
  const first = random.integer(0, CLIENTS.length - 1);
  const assignments = Array.from({ length: random.integer(2, 3) }, (_, index): Assignment => {
    const client = CLIENTS[(first + index) % CLIENTS.length] ?? '';
    return { client, order: order(), job: random.pick(JOBS), rows: [] };
  });
  const others: Worked[] = [];
  for (const line of earnings) {
    if (line.kind === 'regular') {
      for (const [index, row] of shared(random, line, assignments.length).entries()) assignments[index]?.rows.push(row);
    } else if (line.kind === 'overtime' || line.kind === 'double_time') assignments.at(-1)?.rows.push(line);
    else others.push(line);
  }
  return { assignments, others };
}

/** All parts except the last have whole hours, so that nothing is lost to rounding. */
function shared(random: Random, line: Worked, count: number): Worked[] {
  const { hours: all, rate } = line;
  if (all === null || rate === null) return [line];
  const part = Math.floor(all / 100 / count);
  const wholes = Array.from({ length: count - 1 }, () => Math.max(1, part - random.integer(0, 2)));
  // With three clients, the first pays a higher rate and the second a lower rate. The differences cancel each other
  // out.
  const [one = 0, two = 0] = wholes;
  const shift = count === 3 ? random.integer(1, 4) : 0;
  const rows = wholes.map((whole, index): Worked => {
    const own = index === 0 ? rate + shift * two : rate - shift * one;
    return { name: line.name, hours: whole * 100, rate: own, current: whole * own };
  });
  const hoursLeft = all - rows.reduce((sum, row) => sum + (row.hours ?? 0), 0);
  const wagesLeft = line.current - rows.reduce((sum, row) => sum + row.current, 0);
  return [...rows, { name: line.name, hours: hoursLeft, rate, current: wagesLeft }];
}
