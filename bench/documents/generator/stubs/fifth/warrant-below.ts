// A public agency's pay stub, with a warrant (a kind of check) below it. The year-to-date amount comes before the
// current amount. One table has taxes and deductions, with the agency's payments beside them. Text along the edge of
// the paper is turned by 90 degrees.
import type { Layout } from '../../sample.ts';
import { amountInWords, hours, money, moneyText, NOTHING, plain } from '../formats.ts';
import { cell } from '../fourth/kit.ts';
import { open } from '../open.ts';
import { type Fact, type Named, put } from '../second/kit.ts';
import type { Style } from '../sheet.ts';
import { PUBLIC, wordsLike } from '../words.ts';
import { figure, type Opened, type Sum } from './kit.ts';

const WORDS = wordsLike(PUBLIC, {
  earnings: {
    regular: 'REGULAR HOURS',
    salary: 'REGULAR PAY',
    overtime: 'OVERTIME 1.5',
    double_time: 'OVERTIME 2.0',
    holiday: 'HOLIDAY',
    pto: 'VACATION USED',
    sick: 'SICK USED',
    jury: 'JURY DUTY',
    bonus: 'ONE TIME PAYMENT',
    retro: 'RETRO PAY',
    longevity: 'LONGEVITY',
    allowance: 'CELL PHONE ALLOW',
    training: 'TRAINING',
  },
  taxes: {
    federal: 'FEDERAL W/H',
    social_security: 'FICA',
    medicare: 'MEDICARE',
    state: 'STATE W/H {state}',
    disability: 'DISABILITY {state}',
    family_leave: 'FAMILY LEAVE {state}',
    unemployment: 'UNEMPLOYMENT {state}',
    local: 'LOCAL W/H',
    local_services: 'LOCAL SERVICES',
    transit: 'TRANSIT TAX',
    long_term_care: 'LONG TERM CARE',
  },
  deductions: {
    pension: 'PUBLIC RETIREMENT',
    k457: '457 DEF COMP',
    medical: 'MEDICAL PLAN',
    dental: 'DENTAL PLAN',
    vision: 'VISION PLAN',
    hsa: 'HSA',
    fsa: 'FLEX MEDICAL',
    roth: '457 ROTH',
    life: 'SUPPL LIFE',
    disability_short: 'SHORT TERM DIS',
    disability_long: 'LONG TERM DIS',
    union: 'EMPLOYEE ASSN DUES',
    charity: 'UNITED GIVING',
    loan: '457 LOAN',
    support: 'CHILD SUPPORT',
    garnishment: 'GARNISHMENT',
    commuter: 'BUS PASS',
  },
  contributions: {
    pension: 'PUBLIC RETIREMENT',
    medical: 'MEDICAL PLAN',
    dental: 'DENTAL PLAN',
    hsa: 'HSA',
    life: 'BASIC LIFE',
    match: '457 MATCH',
    social_security: 'FICA',
    medicare: 'MEDICARE',
  },
});
const [LEFT, SPLIT, RIGHT] = [44, 326, 584];
const TEXT: Style = { size: 7.5 };
const STEP = 10.5;
const WARRANT = 560;

export const warrantBelow: Layout = async (seed) => {
  const it = open('warrant-below', seed, {
    sectors: ['agency'],
    words: [WORDS],
    dates: ['MM/DD/YYYY', 'MM-DD-YYYY'],
    names: ['last-first', 'initial'],
    upper: () => true,
    pay: { frequency: seed % 3 === 0 ? 'semimonthly' : 'biweekly', deductions_max: 9 },
  });
  printTop(it);
  printList(it, 'EARNINGS', LEFT, SPLIT - 16, 112);
  it.sheet.rule(SPLIT - 8, 108, SPLIT - 8, 400, { width: 0.4 });
  printWithheld(it, 112);
  printFoot(it);
  printWarrant(it);
  return it.sheet.done();
};

function printTop(it: Opened): void {
  const { sheet, stub } = it;
  sheet.field('employer_name', it.employer_name, LEFT, 22, { size: 12, bold: true, width: 320 });
  sheet.text('AUDITOR-CONTROLLER', LEFT, 37, { size: 8 });
  sheet.text('EARNINGS AND LEAVE STATEMENT', RIGHT, 24, { size: 9, bold: true, align: 'right' });
  const facts: [Fact, number][] = [
    [['EMPLOYEE NAME', 'employee_name', it.employee_name], 190],
    [['EMPLOYEE NO.', 'employee_id', it.employee_id], 90],
    [['DEPT', '', plain(stub.department)], 50],
    [['CLASS', '', plain(stub.title.toUpperCase())], 210],
  ];
  const second: [Fact, number][] = [
    [['PAY PERIOD BEGIN', 'period_start', it.period_start], 108],
    [['PAY PERIOD END', 'period_end', it.period_end], 108],
    [['ISSUE DATE', 'pay_date', it.pay_date], 108],
    [['WARRANT/ADVICE NO.', 'check_number', it.check_number], 108],
    [['SSN', 'employee_ssn', it.employee_ssn], 108],
  ];
  for (const [index, row] of [facts, second].entries()) {
    let x = LEFT;
    for (const [fact, width] of row) {
      cell(sheet, fact, { x, y: 50 + index * 26, width, height: 26 }, { label: { size: 5.5 }, value: { size: 8.5 } });
      x += width;
    }
  }
  // The notice along the left edge is not part of any column.
  const { document } = sheet;
  document.save().rotate(-90, { origin: [26, 380] });
  document.font('Helvetica').fontSize(7).fillColor('#666666');
  document.text('RETAIN THIS PORTION FOR YOUR RECORDS  -  NOT NEGOTIABLE', 26, 380, { lineBreak: false });
  document.restore();
}

function printList({ sheet, earnings, check }: Opened, title: string, from: number, to: number, top: number): void {
  const edge = { ytd: from + 142, hours: from + 178, rate: from + 216, current: to };
  const head = { size: 6.5, bold: true };
  sheet.text(title, from, top, head);
  sheet.text('YEAR TO DATE', edge.ytd, top, { ...head, align: 'right' });
  sheet.text('HOURS', edge.hours, top, { ...head, align: 'right' });
  sheet.text('RATE', edge.rate, top, { ...head, align: 'right' });
  sheet.text('CURRENT', edge.current, top, { ...head, align: 'right' });
  sheet.rule(from, top + 9, to, top + 9);
  let y = top + 13;
  for (const row of earnings) {
    const own = {
      ytd: money(row.ytd),
      hours: figure(row.hours),
      rate: figure(row.rate, 4),
      current: row.current === 0 ? NOTHING : money(row.current),
    };
    sheet.text(row.name, from, y, { ...TEXT, width: 88 });
    for (const key of ['ytd', 'hours', 'rate', 'current'] as const)
      sheet.text(own[key].text, edge[key], y, { ...TEXT, align: 'right' });
    sheet.row('earnings', { description: row.name, ...own });
    y += STEP;
  }
  sheet.rule(from, y, to, y);
  sheet.text('TOTAL', from, y + 3, { ...TEXT, bold: true });
  sheet.text(moneyText(check.gross.ytd), edge.ytd, y + 3, { ...TEXT, bold: true, align: 'right' });
  sheet.text(moneyText(check.gross.current), edge.current, y + 3, { ...TEXT, bold: true, align: 'right' });
}

function printWithheld(it: Opened, top: number): void {
  const { sheet } = it;
  const edge = { ytd: SPLIT + 148, current: SPLIT + 202, agency: RIGHT };
  const head = { size: 6.5, bold: true };
  sheet.text('TAXES AND DEDUCTIONS', SPLIT, top, head);
  sheet.text('YEAR TO DATE', edge.ytd, top, { ...head, align: 'right' });
  sheet.text('CURRENT', edge.current, top, { ...head, align: 'right' });
  sheet.text('AGENCY PAID', edge.agency, top, { ...head, align: 'right' });
  sheet.rule(SPLIT, top + 9, RIGHT, top + 9);
  const paid = new Map(it.contributions.map((row) => [row.name, row]));
  const rows: ['taxes' | 'deductions' | '', string, Named | undefined][] = [
    ...it.taxes.map((row) => ['taxes', row.name, row] as ['taxes', string, Named]),
    ...it.deductions.map((row) => ['deductions', row.name, row] as ['deductions', string, Named]),
  ];
  const known = new Set(rows.map(([, name]) => name));
  for (const { name } of it.contributions) if (!known.has(name)) rows.push(['', name, undefined]);
  let y = top + 13;
  for (const [into, name, row] of rows) {
    const own = row ? { ytd: money(row.ytd), current: money(row.current) } : { ytd: NOTHING, current: NOTHING };
    const agency = paid.get(name);
    sheet.text(name, SPLIT, y, { ...TEXT, width: 96 });
    sheet.text(own.ytd.text, edge.ytd, y, { ...TEXT, align: 'right' });
    sheet.text(own.current.text, edge.current, y, { ...TEXT, align: 'right' });
    if (row) sheet.row(into, { description: name, ...own });
    if (agency) {
      sheet.text(moneyText(agency.current), edge.agency, y, { ...TEXT, align: 'right' });
      sheet.row('employer_contributions', { description: name, current: money(agency.current) });
    }
    y += STEP;
  }
}

function printFoot(it: Opened): void {
  const { sheet, check } = it;
  const y = 408;
  const sums: [string, string, Sum][] = [
    ['GROSS PAY', 'gross_pay', check.gross],
    ['TAXES', 'total_taxes', check.total_taxes],
    ['DEDUCTIONS', 'total_deductions', check.total_deductions],
    ['NET PAY', 'net_pay', check.net],
  ];
  sheet.box(LEFT, y, RIGHT - LEFT, 40, { fill: '#efefef', stroke: '#000000' });
  sheet.text('YEAR TO DATE', LEFT + 5, y + 15, TEXT);
  sheet.text('CURRENT', LEFT + 5, y + 27, TEXT);
  for (const [index, [label, name, sum]] of sums.entries()) {
    const edge = LEFT + 170 + index * 120;
    sheet.text(label, edge, y + 4, { size: 6.5, bold: true, align: 'right' });
    put(sheet, `${name}_ytd`, money(sum.ytd), edge, y + 15, { size: 8, align: 'right' });
    put(sheet, name, money(sum.current), edge, y + 27, { size: 8, bold: true, align: 'right' });
  }
  const leaves = { vacation: 'VACATION', sick: 'SICK', personal: 'PERSONAL HOLIDAY' };
  const head = { size: 6.5, bold: true };
  const edges = [LEFT + 130, LEFT + 170, LEFT + 210, LEFT + 254];
  sheet.text('LEAVE HOURS', LEFT, y + 50, head);
  for (const [index, title] of ['BEGIN', 'EARNED', 'USED', 'END'].entries())
    sheet.text(title, edges[index] ?? 0, y + 50, { ...head, align: 'right' });
  for (const [index, { kind, accrued, used, balance }] of check.leaves.entries()) {
    const at = y + 62 + index * STEP;
    sheet.text(leaves[kind], LEFT, at, TEXT);
    const start = balance - accrued + used;
    for (const [column, value] of [start, accrued, used, balance].entries())
      sheet.text(hours(value).text, edges[column] ?? 0, at, { ...TEXT, align: 'right' });
  }
  if (check.accounts.length === 0) return;
  sheet.text('DIRECT DEPOSIT', SPLIT, y + 50, head);
  for (const [index, { kind, mask, current }] of check.accounts.entries()) {
    const at = y + 62 + index * STEP;
    const description = kind === 'checking' ? 'CHECKING' : 'SAVINGS';
    const account = it.account(mask);
    sheet.text(description, SPLIT, at, TEXT);
    sheet.text(account.text, SPLIT + 60, at, TEXT);
    sheet.text(moneyText(current), SPLIT + 202, at, { ...TEXT, align: 'right' });
    sheet.row('distributions', { description, account_mask: account, current: money(current) });
  }
}

function printWarrant(it: Opened): void {
  const { sheet, check } = it;
  const deposited = check.accounts.length > 0;
  sheet.rule(10, WARRANT - 12, 602, WARRANT - 12, { dash: 3 });
  sheet.box(LEFT, WARRANT, RIGHT - LEFT, 200, { stroke: '#777777' });
  sheet.text(it.employer_name.text, LEFT + 12, WARRANT + 12, { size: 11, bold: true, width: 300 });
  sheet.address('employer_address', it.employer_address, LEFT + 12, WARRANT + 26, { size: 8 });
  sheet.text(it.check_number.text, RIGHT - 12, WARRANT + 12, { size: 11, align: 'right' });
  sheet.text(`DATE ${it.pay_date.text}`, RIGHT - 12, WARRANT + 30, { size: 8.5, align: 'right' });
  const amount = deposited ? 'ADVICE OF DEPOSIT - NO WARRANT ISSUED' : amountInWords(check.net.current).toUpperCase();
  sheet.text(amount, LEFT + 12, WARRANT + 84, { size: 9, width: 380 });
  const figures = deposited ? '**VOID**' : `$**${moneyText(check.net.current)}`;
  sheet.text(figures, RIGHT - 12, WARRANT + 83, { size: 10, bold: true, align: 'right' });
  sheet.text('TO THE ORDER OF', LEFT + 12, WARRANT + 112, { size: 6 });
  sheet.text(it.employee_name.text, LEFT + 80, WARRANT + 110, { size: 9.5, width: 240 });
  sheet.address('employee_address', it.employee_address, LEFT + 80, WARRANT + 122, { size: 9, step: 11.5, width: 240 });
  sheet.rule(400, WARRANT + 166, RIGHT - 12, WARRANT + 166);
  sheet.text('AUDITOR-CONTROLLER', RIGHT - 12, WARRANT + 170, { size: 6, align: 'right' });
}
