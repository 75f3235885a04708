// A statement with one column of signed amounts and the balance.
import type { Layout } from '../sample.ts';
import { type DateForm, instantOf, type MoneyForm, money, type Negative, printed } from './formats.ts';
import { accountNumber, inkOf, layoutOf, piecesFor, statementTruth, styleOf } from './kit.ts';
import { accountOf, depositsIn, periodOf, rowOf, sumOf, withdrawalsIn } from './ledger.ts';
import { addressOf, bankOf, holderOf, siteOf } from './parties.ts';
import { SANS, SERIF, sheetOf } from './sheet.ts';
import { type Column, type Flow, printTable, type Row } from './table.ts';
import { PLAIN, TERSE } from './voices.ts';

/**
 * An online bank's statement with one column of signed amounts and the running balance. In some samples, the newest row
 * is first.
 */
export const signedAmount: Layout = layoutOf('signed-amount', async (random) => {
  const face = random.pick([SANS, SANS, SERIF]);
  const ink = inkOf(random);
  const bank = bankOf(random);
  const holder = holderOf(random);
  const account = accountOf(random, {
    holder,
    ...periodOf(random),
    spending: [4, 30],
    checks: [0, 1],
    voices: [PLAIN, PLAIN, TERSE],
  });
  const newest_first = random.chance(0.35);
  const entries = newest_first ? account.entries.toReversed() : account.entries;
  const sheet = sheetOf({
    title: `${bank} statement`,
    created: instantOf(account.end),
    producer: 'Skia/PDF m118',
    pieces: piecesFor(random),
  });
  const left = 54;
  const right = 558;
  const body = styleOf(face.regular, 9);
  const grey = styleOf(face.regular, 8.5, '#6b6b6b');
  const number = accountNumber(random, account.number);
  const long = random.pick<DateForm>(['Month D, YYYY', 'Mon D, YYYY', 'M/D/YYYY']);
  const form = random.pick<DateForm>(['Mon D, YYYY', 'Mon DD, YYYY', 'M/D/YYYY', 'MM/DD/YYYY', 'YYYY-MM-DD']);
  const sign: MoneyForm = {
    dollar: random.chance(0.6),
    plus: random.chance(0.45),
    negative: random.pick<Negative>(['before', 'before', 'parentheses']),
    space: random.chance(0.2),
  };

  sheet.text(left, 62, bank, styleOf(face.bold, 20, ink));
  sheet.text(
    left,
    92,
    random.pick([
      `${printed(account.start, long)} - ${printed(account.end, long)}`,
      `Statement for ${printed(account.start, long)} through ${printed(account.end, long)}`,
    ]),
    styleOf(face.regular, 11),
  );
  sheet.lines(left, 124, [holder, ...addressOf(random)], body, 12.5);
  sheet.text(330, 124, account.name, styleOf(face.bold, 10.5));
  sheet.text(330, 138, `Account ${number}`, grey);
  sheet.box(left, 176, right - left, 58, { fill: '#f3f5f7', round: 6 });
  const credits = sumOf(depositsIn(entries));
  const debits = sumOf(withdrawalsIn(entries));
  const words = random.pick([
    ['Starting balance', 'Money in', 'Money out', 'Ending balance'],
    ['Beginning balance', 'Total deposits', 'Total withdrawals', 'Ending balance'],
    ['Opening balance', 'Total credits', 'Total debits', 'Closing balance'],
  ] as const);
  const values = [
    money(account.opening, { dollar: true }),
    money(credits, { dollar: true, plus: sign.plus ?? false }),
    money(random.chance(0.5) ? debits : -debits, { dollar: true }),
    money(account.closing, { dollar: true }),
  ];
  words.forEach((label, at) => {
    sheet.text(left + 16 + at * 124, 197, label, grey);
    sheet.text(left + 16 + at * 124, 217, values[at] ?? '', styleOf(face.bold, 12.5));
  });

  const with_type = random.chance(0.4);
  const columns: Column[] = [
    { head: 'Date', x: left },
    { head: 'Description', x: left + 82, wrap: with_type ? 190 : 260 },
    ...(with_type ? [{ head: 'Type', x: left + 284 }] : []),
    { head: 'Amount', x: 480, align: 'right' as const },
    { head: 'Balance', x: right, align: 'right' as const },
  ];
  const rows: Row[] = entries.map(({ date, description, cents, balance, kind }) => ({
    cells: [
      printed(date, form),
      description,
      ...(with_type
        ? [
            {
              deposit: 'Deposit',
              card: 'Card',
              electronic: 'ACH',
              cash: 'ATM',
              check: 'Check',
              fee: 'Fee',
              interest: 'Interest',
            }[kind],
          ]
        : []),
      money(cents, sign),
      money(balance, { ...sign, plus: false }),
    ],
  }));
  const flow: Flow = {
    sheet,
    y: 276,
    bottom: 724,
    startPage: () => {
      sheet.addPage();
      return 66;
    },
  };
  sheet.text(left, flow.y, random.pick(['Transactions', 'Activity', 'All transactions']), styleOf(face.bold, 13));
  flow.y += 24;
  printTable(flow, columns, rows, {
    head: { ...grey, rule: '#999999' },
    body,
    left,
    right,
    gap: random.integer(4, 9),
    rules: '#e4e4e4',
  });
  const file = await sheet.finish((page, pages) => {
    sheet.text(left, 758, `${bank} | ${siteOf(bank)} | Member FDIC`, styleOf(face.regular, 7.5, '#888888'));
    sheet.text(right, 758, `${page} of ${pages}`, styleOf(face.regular, 7.5, '#888888', 'right'));
  });
  return {
    file,
    documents: [
      statementTruth({
        bank,
        holder,
        account,
        pages: [1, sheet.page()],
        rows: entries.map((entry) => rowOf(entry, true)),
        total_deposits: credits,
        total_withdrawals: debits,
      }),
    ],
  };
});
