// A statement with descriptions of several lines.
import type { Layout } from '../sample.ts';
import { type DateForm, instantOf, money, printed } from './formats.ts';
import { accountNumber, inkOf, layoutOf, logo, piecesFor, statementTruth, styleOf } from './kit.ts';
import { accountOf, depositsIn, periodOf, rowOf, sumOf, withdrawalsIn } from './ledger.ts';
import { addressOf, bankOf, holderOf, phoneOf } from './parties.ts';
import { SANS, SERIF, sheetOf } from './sheet.ts';
import { type Column, type Flow, printTable, type Row, type TableLook } from './table.ts';
import { VERBOSE } from './voices.ts';

/**
 * Columns are narrow. A description has up to three or four lines, and the amount is beside its first or its last line.
 */
export const longDescriptions: Layout = layoutOf('long-descriptions', async (random) => {
  const face = random.pick([SANS, SANS, SERIF]);
  const ink = inkOf(random);
  const bank = bankOf(random);
  const holder = holderOf(random);
  const account = accountOf(random, { holder, ...periodOf(random), spending: [6, 24], voices: [VERBOSE] });
  const { entries } = account;
  const sheet = sheetOf({ title: 'Statement', created: instantOf(account.end), pieces: piecesFor(random) });
  const left = 46;
  const right = 566;
  const body = styleOf(face.regular, 8.5);
  const bold = styleOf(face.bold, 8.5);
  const number = accountNumber(random, account.number);
  const full = random.pick<DateForm>(['MM/DD/YYYY', 'Month D, YYYY']);
  const form = random.pick<DateForm>(['MM/DD', 'MM/DD/YY', 'Mon DD', 'MM/DD/YYYY']);
  const shape = random.pick(['signed', 'columns'] as const);
  const with_balance = random.chance(0.6);

  sheet.text(left, 56, bank, styleOf(face.bold, 15, ink));
  const edge = logo(sheet, random, right - 30, 32, bank, ink);
  sheet.text(edge, 76, `Questions? ${phoneOf(random)}`, styleOf(face.regular, 8, '#444444', 'right'));
  sheet.lines(left, 108, [holder, ...addressOf(random)], styleOf(face.regular, 9.5));
  const period = `${printed(account.start, full)} through ${printed(account.end, full)}`;
  sheet.text(left, 176, period, bold);
  sheet.text(right, 176, `Account Number: ${number}`, { ...bold, align: 'right' });
  const credits = sumOf(depositsIn(entries));
  const debits = sumOf(withdrawalsIn(entries));
  sheet.box(left, 188, right - left, 16, { fill: '#dfe4ea' });
  sheet.text(left + 6, 199.5, `CHECKING SUMMARY  ${account.name}`, bold);
  const summary: [string, string][] = [
    ['Beginning Balance', money(account.opening, { dollar: true })],
    ['Deposits and Additions', money(credits)],
    [random.pick(['Withdrawals', 'Electronic Withdrawals and Fees', 'Checks and Withdrawals']), money(debits)],
    ['Ending Balance', money(account.closing, { dollar: true })],
  ];
  summary.forEach(([label, value], at) => {
    sheet.text(left + 6, 219 + at * 13, label, at % 3 === 0 ? bold : body);
    sheet.text(330, 219 + at * 13, value, { ...(at % 3 === 0 ? bold : body), align: 'right' });
  });

  const flow: Flow = {
    sheet,
    y: 302,
    bottom: 732,
    startPage: () => {
      sheet.addPage();
      sheet.text(right, 44, period, { ...body, align: 'right' });
      sheet.text(right, 56, `Account Number: ${number}`, { ...body, align: 'right' });
      return 92;
    },
  };
  const style = styleOf(face.bold, 11);
  sheet.text(left, flow.y, 'TRANSACTION DETAIL', style);
  flow.y += 18;
  const wrap = random.integer(195, 250);
  const numbers: Column[] =
    shape === 'signed'
      ? [{ head: 'Amount', x: with_balance ? 480 : right - 4, align: 'right' }]
      : [
          { head: 'Debits', x: with_balance ? 428 : 480, align: 'right' },
          { head: 'Credits', x: with_balance ? 497 : right - 4, align: 'right' },
        ];
  const columns: Column[] = [
    { head: 'DATE', x: left + 4 },
    { head: 'DESCRIPTION', x: left + 68, wrap },
    ...numbers.map((column) => ({ ...column, head: column.head.toUpperCase() })),
    ...(with_balance ? [{ head: 'BALANCE', x: right - 4, align: 'right' as const }] : []),
  ];
  const look: TableLook = {
    head: { ...styleOf(face.bold, 7.5), rule: '#000000' },
    body,
    left,
    right,
    amounts_at: random.pick(['first', 'first', 'first', 'last']),
    ...(random.chance(0.4) ? { rules: '#bbbbbb' } : {}),
    ...(random.chance(0.3) ? { zebra: '#f3f3f3' } : {}),
  };
  const amounts = (cents: number): string[] => {
    if (shape === 'signed') return [money(cents)];
    return cents < 0 ? [money(-cents), ''] : ['', money(cents)];
  };
  const rows: Row[] = entries.map(({ date, description, cents, balance }) => ({
    cells: [printed(date, form), description, ...amounts(cents), ...(with_balance ? [money(balance)] : [])],
  }));
  const blanks = shape === 'signed' ? [''] : ['', ''];
  if (with_balance)
    rows.unshift({ bold: true, cells: ['', 'Beginning Balance', ...blanks, money(account.opening, { dollar: true })] });
  if (with_balance)
    rows.push({ bold: true, cells: ['', 'Ending Balance', ...blanks, money(account.closing, { dollar: true })] });
  printTable(flow, columns, rows, look, { continued: { text: 'TRANSACTION DETAIL (continued)', style } });
  const file = await sheet.finish((page, pages) => {
    sheet.text(right, 766, `Page ${page} of ${pages}`, { ...body, align: 'right' });
  });
  return {
    file,
    documents: [
      statementTruth({
        bank,
        holder,
        account,
        pages: [1, sheet.page()],
        rows: entries.map((entry) => rowOf(entry, with_balance)),
        total_deposits: credits,
        total_withdrawals: debits,
      }),
    ],
  };
});
