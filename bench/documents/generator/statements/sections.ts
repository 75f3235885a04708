// A statement with a section for each kind of transaction.
import type { Layout } from '../sample.ts';
import { type DateForm, instantOf, money, printed } from './formats.ts';
import {
  accountNumber,
  feeTable,
  inkOf,
  layoutOf,
  legalNotes,
  logo,
  piecesFor,
  statementTruth,
  styleOf,
} from './kit.ts';
import { accountOf, depositsIn, type Entry, periodOf, rowOf, sumOf, withdrawalsIn } from './ledger.ts';
import { addressOf, bankOf, holderOf, phoneOf, siteOf } from './parties.ts';
import { SANS, SERIF, sheetOf } from './sheet.ts';
import { type Column, type Flow, need, printTable } from './table.ts';
import { DETAILED, PLAIN } from './voices.ts';

/** A large bank's statement: a summary on the first page, then additions and subtractions with their totals. */
export const sections: Layout = layoutOf('sections', async (random) => {
  const face = random.pick([SANS, SANS, SERIF]);
  const ink = inkOf(random);
  const bank = bankOf(random);
  const holder = random.chance(0.6) ? holderOf(random).toUpperCase() : holderOf(random);
  const address = addressOf(random).map((line) => (holder === holder.toUpperCase() ? line.toUpperCase() : line));
  const account = accountOf(random, {
    holder,
    ...periodOf(random),
    spending: [6, 32],
    checks: [0, 4],
    voices: [DETAILED, PLAIN],
  });
  const sheet = sheetOf({ title: 'Statement', created: instantOf(account.end), pieces: piecesFor(random) });
  const number = accountNumber(random, account.number);
  const long = random.pick<DateForm>(['Month D, YYYY', 'Mon D, YYYY', 'MM/DD/YYYY']);
  const dollar = random.chance(0.5);
  const left = random.integer(40, 58);
  const right = 612 - left;

  const bold = styleOf(face.bold, 10);
  const body = styleOf(face.regular, 9.5);
  const period = `${printed(account.start, long)} ${random.pick(['to', 'through', '-'])} ${printed(account.end, long)}`;
  const edge = logo(sheet, random, left, 34, bank, ink);
  sheet.text(edge + 8, 55, bank, styleOf(face.bold, 16, ink));
  sheet.lines(
    right,
    44,
    ['Customer service', phoneOf(random), siteOf(bank)],
    styleOf(face.regular, 8, '#444444', 'right'),
  );
  sheet.lines(left + 10, 120, [holder, ...address], styleOf(face.regular, 10));
  sheet.text(left, 212, `Your ${account.name}`, styleOf(face.bold, 18, ink));
  sheet.text(left, 230, random.pick([`for ${period}`, `Statement period: ${period}`]), body);
  sheet.text(right, 230, `Account number: ${number}`, { ...body, align: 'right' });
  sheet.rule(left, 238, right, { width: 1.2, color: ink });

  const credits = depositsIn(account.entries);
  const debits = withdrawalsIn(account.entries);
  const separate = random.chance(0.45);
  const checks = separate ? debits.filter(({ kind }) => kind === 'check') : [];
  const fees = separate ? debits.filter(({ kind }) => kind === 'fee') : [];
  const rest = debits.filter((entry) => !checks.includes(entry) && !fees.includes(entry));
  const word = random.pick([
    { plus: 'Deposits and other additions', minus: 'Withdrawals and other subtractions' },
    { plus: 'Deposits and additions', minus: 'Withdrawals and debits' },
    { plus: 'Deposits / Credits', minus: 'Withdrawals / Debits' },
  ]);
  const summary: [string, number][] = [
    [`Beginning balance on ${printed(account.start, long)}`, account.opening],
    [word.plus, sumOf(credits)],
    [word.minus, sumOf(rest)],
    ...(separate
      ? [['Checks', sumOf(checks)] as [string, number], ['Service fees', sumOf(fees)] as [string, number]]
      : []),
    [`Ending balance on ${printed(account.end, long)}`, account.closing],
  ];
  sheet.text(left, 260, 'Account summary', styleOf(face.bold, 13, ink));
  const middle = left + random.integer(270, 330);
  summary.forEach(([label, cents], at) => {
    const y = 280 + at * 17;
    const outer = at === 0 || at === summary.length - 1;
    sheet.text(left, y, label, outer ? bold : body);
    sheet.text(middle, y, money(cents, { dollar: dollar || outer }), { ...(outer ? bold : body), align: 'right' });
    sheet.rule(left, y + 5, middle, { width: 0.4, color: '#999999' });
  });

  const flow: Flow = {
    sheet,
    y: 280 + summary.length * 17 + 26,
    bottom: 736,
    startPage: () => {
      sheet.addPage();
      sheet.lines(left, 40, [`${holder} | Account # ${number} | ${period}`], styleOf(face.regular, 8, '#444444'));
      return 82;
    },
  };
  const form = random.pick<DateForm>(['MM/DD/YY', 'MM/DD/YYYY', 'M/D/YY']);
  const columns: Column[] = [
    { head: 'Date', x: left },
    { head: 'Description', x: left + 66, wrap: right - left - 160 },
    { head: 'Amount', x: right, align: 'right' },
  ];
  const look = {
    head: { ...styleOf(face.bold, 9), rule: '#000000' },
    body,
    left,
    right,
    ...(random.chance(0.6) ? { rules: '#cccccc' } : {}),
  };
  const section = (title: string, entries: readonly Entry[]): void => {
    if (entries.length === 0) return;
    need(flow, 90);
    const style = styleOf(face.bold, 12.5, ink);
    sheet.text(left, flow.y, title, style);
    flow.y += 20;
    const rows = entries.map(({ date, description, cents }) => ({
      cells: [printed(date, form), description, money(cents)],
    }));
    printTable(flow, columns, rows, look, { continued: { text: `${title} - continued`, style } });
    need(flow, 20);
    sheet.text(left, flow.y + 3, `Total ${title.charAt(0).toLowerCase()}${title.slice(1)}`, bold);
    sheet.text(right, flow.y + 3, money(sumOf(entries), { dollar: true }), { ...bold, align: 'right' });
    flow.y += 34;
  };
  section(word.plus, credits);
  section(word.minus, rest);
  section('Checks', checks);
  section('Service fees', fees);
  need(flow, 70);
  if (random.chance(0.5)) flow.y = feeTable(sheet, random, left, flow.y - 8, face, 0);
  if (random.chance(0.4)) {
    flow.y = flow.startPage();
    legalNotes(sheet, left, flow.y, right - left, face);
  }
  const file = await sheet.finish((page, pages) => {
    sheet.text(right, 764, `Page ${page} of ${pages}`, styleOf(face.regular, 8, '#444444', 'right'));
  });
  const rows = [...credits, ...rest, ...checks, ...fees].map((entry) => rowOf(entry, false));
  const total_withdrawals = separate ? {} : { total_withdrawals: sumOf(rest) };
  return {
    file,
    documents: [
      statementTruth({
        bank,
        holder,
        account,
        pages: [1, sheet.page()],
        rows,
        total_deposits: sumOf(credits),
        ...total_withdrawals,
      }),
    ],
  };
});
