// A statement for a business: amounts come before descriptions, sections have subtotals, and daily balances are listed.
import type { Layout } from '../../sample.ts';
import { type DateForm, instantOf, money, printed } from '../formats.ts';
import { inkOf, layoutOf, logo, statementTruth, styleOf } from '../kit.ts';
import { accountOf, checkRowOf, depositsIn, type Entry, periodOf, rowOf, sumOf, withdrawalsIn } from '../ledger.ts';
import { addressOf, bankOf, companyOf, phoneOf } from '../parties.ts';
import { SANS, sheetOf } from '../sheet.ts';
import { type Column, type Flow, need, printTable } from '../table.ts';
import { DETAILED } from '../voices.ts';

export const businessTreasury: Layout = layoutOf('business-treasury', async (random) => {
  const ink = inkOf(random);
  const bank = bankOf(random);
  const holder = companyOf(random).toUpperCase();
  const account = accountOf(random, {
    holder,
    ...periodOf(random),
    spending: [5, 20],
    checks: [2, 12],
    voices: [DETAILED],
    name: random.pick(['Business Analyzed Checking', 'Commercial Checking', 'Treasury Management Checking']),
  });
  const sheet = sheetOf({
    title: 'Commercial statement',
    created: instantOf(account.end),
    producer: 'Treasury Print 2.3',
  });
  const [left, right] = [44, 568];
  const body = styleOf(SANS.regular, 8);
  const bold = styleOf(SANS.bold, 8);
  const full = random.pick<DateForm>(['MM-DD-YY', 'MM/DD/YYYY', 'Mon DD, YYYY']);
  const form = random.pick<DateForm>(['MM-DD', 'M/D', 'MM/DD']);
  const credits = depositsIn(account.entries);
  const debits = withdrawalsIn(account.entries);
  const checks = debits.filter(({ kind }) => kind === 'check');
  const others = debits.filter(({ kind }) => kind !== 'check');

  const edge = logo(sheet, random, left, 32, bank, ink);
  sheet.text(edge + 10, 46, bank, styleOf(SANS.bold, 13, ink));
  sheet.text(edge + 10, 58, `Treasury service center ${phoneOf(random)}`, styleOf(SANS.regular, 7.5, '#555555'));
  sheet.text(right, 44, `Statement ending ${printed(account.end, full)}`, { ...bold, align: 'right' });
  sheet.text(right, 56, `Account ${account.number}`, { ...body, align: 'right' });
  sheet.lines(
    left,
    98,
    [holder, 'ATTN ACCOUNTS PAYABLE', ...addressOf(random).map((line) => line.toUpperCase())],
    styleOf(SANS.regular, 9),
    11,
  );
  sheet.rule(left, 156, right, { width: 1.4, color: ink });
  sheet.text(left, 172, account.name, styleOf(SANS.bold, 11));
  sheet.text(right, 172, `${printed(account.start, full)} - ${printed(account.end, full)}`, {
    ...body,
    align: 'right',
  });
  const summary: [string, string, string][] = [
    [`Balance last statement ${printed(account.start, full)}`, '', money(account.opening)],
    ['Plus deposits and credits', String(credits.length), money(sumOf(credits))],
    ['Less checks and debits', String(debits.length), money(-sumOf(debits))],
    [`Balance this statement ${printed(account.end, full)}`, '', money(account.closing)],
  ];
  for (const [at, [label, count, value]] of summary.entries()) {
    const style = at % 3 === 0 ? bold : body;
    sheet.text(left + 8, 190 + at * 13, label, style);
    sheet.text(300, 190 + at * 13, count, { ...style, align: 'right' });
    sheet.text(390, 190 + at * 13, value, { ...style, align: 'right' });
  }
  sheet.box(410, 180, right - 410, 56, { fill: '#eef3f6' });
  sheet.paragraph(
    418,
    194,
    142,
    'Earn up to $500 when you open a merchant account. Ask your relationship manager.',
    styleOf(SANS.italic, 8, ink),
    11,
  );

  const flow: Flow = {
    sheet,
    y: 266,
    bottom: 740,
    startPage: () => {
      sheet.addPage();
      sheet.text(left, 44, `${holder}  Account ${account.number}`, bold);
      return 74;
    },
  };
  const columns: Column[] = [
    { head: 'Date', x: left + 4 },
    { head: 'Amount', x: left + 110, align: 'right' },
    { head: 'Description', x: left + 126, wrap: 390 },
  ];
  const heading = (title: string): void => {
    need(flow, 70);
    sheet.text(left, flow.y, title, styleOf(SANS.bold, 10, ink));
    flow.y += 16;
  };
  const list = (title: string, total: string, entries: readonly Entry[]): void => {
    if (entries.length === 0) return;
    heading(title);
    const rows = entries.map(({ date, cents, description }) => ({
      cells: [printed(date, form), money(Math.abs(cents)), description],
    }));
    printTable(flow, columns, rows, { head: { ...bold, rule: ink }, body, left, right, gap: 2 });
    need(flow, 14);
    sheet.text(left + 110, flow.y + 2, money(Math.abs(sumOf(entries))), { ...bold, align: 'right' });
    sheet.text(left + 126, flow.y + 2, total, bold);
    flow.y += 24;
  };
  list('Deposits and Credits', 'Subtotal of deposits and credits', credits);
  if (checks.length > 0) {
    heading('Checks');
    const half = (right - left) / 2;
    for (const x of [left, left + half]) {
      sheet.text(x + 4, flow.y, 'Check', bold);
      sheet.text(x + 130, flow.y, 'Amount', { ...bold, align: 'right' });
      sheet.text(x + 150, flow.y, 'Date paid', bold);
    }
    flow.y += 13;
    for (let at = 0; at < checks.length; at += 2) {
      need(flow, 12);
      for (const [side, check] of checks.slice(at, at + 2).entries()) {
        const x = left + side * half;
        sheet.text(x + 4, flow.y, check.check_number, body);
        sheet.text(x + 130, flow.y, money(-check.cents), { ...body, align: 'right' });
        sheet.text(x + 150, flow.y, printed(check.date, form), body);
      }
      flow.y += 12;
    }
    flow.y += 16;
  }
  list('Electronic Debits', 'Subtotal of electronic debits', others);
  const days = new Map(account.entries.map(({ date, balance }) => [date, balance]));
  heading('Daily Ledger Balances');
  const balances = [...days];
  for (let at = 0; at < balances.length; at += 4) {
    need(flow, 12);
    for (const [side, [date, balance]] of balances.slice(at, at + 4).entries()) {
      sheet.text(left + 4 + side * 132, flow.y, printed(date, form), body);
      sheet.text(left + 116 + side * 132, flow.y, money(balance), { ...body, align: 'right' });
    }
    flow.y += 12;
  }
  flow.y += 14;
  // The check images repeat the numbers and amounts of the list above.
  if (checks.length > 0 && random.chance(0.6)) {
    heading('Images of Paid Checks');
    for (let at = 0; at < checks.length; at += 3) {
      need(flow, 88);
      for (const [side, { check_number, cents, date }] of checks.slice(at, at + 3).entries()) {
        const x = left + side * 176;
        sheet.box(x, flow.y - 8, 166, 62, { stroke: '#999999' });
        sheet.text(x + 8, flow.y + 4, holder.slice(0, 24), styleOf(SANS.regular, 6, '#999999'));
        sheet.rule(x + 8, flow.y + 24, x + 120, { color: '#bbbbbb' });
        sheet.rule(x + 90, flow.y + 44, x + 158, { color: '#bbbbbb' });
        sheet.text(
          x,
          flow.y + 66,
          `#${check_number}   ${printed(date, form)}   ${money(-cents, { dollar: true })}`,
          body,
        );
      }
      flow.y += 88;
    }
  }
  const file = await sheet.finish((page, pages) => {
    sheet.text(right, 770, `Page ${page} of ${pages}`, { ...body, align: 'right' });
  });
  return {
    file,
    documents: [
      statementTruth({
        bank,
        holder,
        account,
        pages: [1, sheet.page()],
        rows: [
          ...credits.map((entry) => rowOf(entry, false)),
          ...checks.map(checkRowOf),
          ...others.map((entry) => rowOf(entry, false)),
        ],
        total_deposits: sumOf(credits),
        total_withdrawals: sumOf(debits),
      }),
    ],
  };
});
