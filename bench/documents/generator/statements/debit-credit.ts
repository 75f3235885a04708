// A statement with columns for debits, credits and the balance.
import type { Layout } from '../sample.ts';
import { type DateForm, instantOf, money, printed } from './formats.ts';
import { accountNumber, faceOf, inkOf, layoutOf, logo, piecesFor, statementTruth, styleOf } from './kit.ts';
import { accountOf, depositsIn, periodOf, rowOf, sumOf, withdrawalsIn } from './ledger.ts';
import { addressOf, bankOf, holderOf, phoneOf, siteOf } from './parties.ts';
import { sheetOf } from './sheet.ts';
import { type Column, type Flow, printTable, type Row, type TableLook } from './table.ts';
import { DETAILED, PLAIN, TERSE } from './voices.ts';

/** Withdrawals and deposits are in separate columns, and each row shows the balance after it. */
export const debitCredit: Layout = layoutOf('debit-credit', async (random) => {
  const face = faceOf(random);
  const ink = inkOf(random);
  const bank = bankOf(random);
  const holder = holderOf(random);
  const account = accountOf(random, {
    holder,
    ...periodOf(random),
    spending: [6, 38],
    voices: [TERSE, PLAIN, DETAILED],
  });
  const { entries } = account;
  const sheet = sheetOf({ title: 'Account Statement', created: instantOf(account.end), pieces: piecesFor(random) });
  const left = 42;
  const right = 570;
  const body = styleOf(face.regular, 8.5);
  const bold = styleOf(face.bold, 8.5);
  const number = accountNumber(random, account.number);
  const long = random.pick<DateForm>(['MM/DD/YYYY', 'Mon DD, YYYY', 'DD Mon YYYY', 'YYYY-MM-DD']);
  const form = random.pick<DateForm>(['MM/DD/YYYY', 'MM/DD/YY', 'DD Mon YYYY', 'YYYY-MM-DD', 'DD-MON-YY']);
  const dollar = random.chance(0.3);

  const edge = logo(sheet, random, left, 36, bank, ink);
  sheet.text(edge + 8, 50, bank, styleOf(face.bold, 14));
  sheet.text(
    edge + 8,
    63,
    random.pick(['Member FDIC', `${siteOf(bank)}  ${phoneOf(random)}`]),
    styleOf(face.regular, 7.5, '#555555'),
  );
  sheet.text(
    right,
    50,
    random.pick(['Account Statement', 'Statement of Account', 'Checking Statement']),
    styleOf(face.bold, 13, ink, 'right'),
  );
  sheet.lines(left, 104, [holder, ...addressOf(random)], styleOf(face.regular, 9.5));
  // Four values are printed in two rows of two, each below its label.
  const facts = [
    ['ACCOUNT', number],
    ['STATEMENT PERIOD', `${printed(account.start, long)} - ${printed(account.end, long)}`],
    ['OPENING BALANCE', money(account.opening, { dollar: true })],
    ['CLOSING BALANCE', money(account.closing, { dollar: true })],
  ] as const;
  facts.forEach(([label, value], at) => {
    const x = 318 + (at % 2) * 110;
    const y = 98 + Math.floor(at / 2) * 32;
    sheet.text(x, y, label, styleOf(face.regular, 6.5, '#666666'));
    sheet.text(x, y + 12, value, styleOf(face.bold, 8));
  });

  const swapped = random.chance(0.35);
  const [minus, plus] = random.pick([
    ['Debit', 'Credit'],
    ['Withdrawals', 'Deposits'],
    ['Subtractions', 'Additions'],
    ['Money out', 'Money in'],
    ['Withdrawals /\nDebits', 'Deposits /\nCredits'],
  ] as const);
  const x_text = left + 66;
  const columns: Column[] = [
    { head: 'Date', x: left + 4 },
    { head: random.pick(['Description', 'Transaction', 'Details']), x: x_text, wrap: 248 },
    { head: swapped ? plus : minus, x: 434, align: 'right' },
    { head: swapped ? minus : plus, x: 500, align: 'right' },
    { head: 'Balance', x: right - 4, align: 'right' },
  ];
  const ruling = random.integer(0, 3);
  const look: TableLook = {
    head: { ...bold, ...(ruling === 1 ? { rule: '#000000' } : { fill: '#e2e6ea' }) },
    body,
    left,
    right,
    ...(ruling === 0 ? { zebra: '#f4f4f4' } : {}),
    ...(ruling === 2 ? { grid: [x_text - 5, 372, 440, 506], rules: '#999999' } : {}),
    ...(ruling === 3 ? { rules: '#cccccc' } : {}),
  };
  const amount = (cents: number): string => money(cents, { dollar });
  const cellsOf = (cents: number): [string, string] => {
    const text = amount(Math.abs(cents));
    return cents > 0 === swapped ? [text, ''] : ['', text];
  };
  const opened = random.chance(0.6);
  const totalled = random.chance(0.6);
  const rows: Row[] = entries.map(({ date, description, cents, balance }) => ({
    cells: [printed(date, form), description, ...cellsOf(cents), amount(balance)],
  }));
  if (opened)
    rows.unshift({
      cells: [
        random.chance(0.5) ? printed(account.start, form) : '',
        random.pick(['Opening balance', 'Beginning Balance', 'Balance forward']),
        '',
        '',
        amount(account.opening),
      ],
    });
  const credits = sumOf(depositsIn(entries));
  const debits = sumOf(withdrawalsIn(entries));
  if (totalled) {
    const totals = [amount(-debits), amount(credits)];
    rows.push({
      bold: true,
      cells: [
        '',
        random.pick(['Totals', 'Total']),
        ...(swapped ? totals.toReversed() : totals),
        amount(account.closing),
      ],
    });
  } else
    rows.push({ bold: true, cells: [printed(account.end, form), 'Closing balance', '', '', amount(account.closing)] });
  const flow: Flow = {
    sheet,
    y: 196,
    bottom: 730,
    startPage: () => {
      sheet.addPage();
      sheet.text(left, 44, bank, styleOf(face.bold, 10));
      sheet.text(right, 44, `Account ${number}`, { ...body, align: 'right' });
      return 74;
    },
  };
  printTable(flow, columns, rows, look);
  const file = await sheet.finish((page, pages) => {
    sheet.rule(left, 752, right, { color: '#aaaaaa' });
    sheet.text(left, 764, `${bank} - deposits insured to the legal limits`, styleOf(face.regular, 7, '#666666'));
    sheet.text(right, 764, `Page ${page} of ${pages}`, styleOf(face.regular, 7, '#666666', 'right'));
  });
  const totals = totalled ? { total_deposits: credits, total_withdrawals: debits } : {};
  return {
    file,
    documents: [
      statementTruth({
        bank,
        holder,
        account,
        pages: [1, sheet.page()],
        rows: entries.map((entry) => rowOf(entry, true)),
        ...totals,
      }),
    ],
  };
});
