// A statement that ends with a list of the balances of each day.
import type { Layout } from '../sample.ts';
import { type DateForm, daysBetween, instantOf, money, type Negative, printed } from './formats.ts';
import { accountNumber, feeTable, inkOf, layoutOf, legalNotes, piecesFor, statementTruth, styleOf } from './kit.ts';
import { accountOf, depositsIn, periodOf, rowOf, sumOf, withdrawalsIn } from './ledger.ts';
import { addressOf, bankOf, holderOf, phoneOf } from './parties.ts';
import { SANS, SERIF, sheetOf } from './sheet.ts';
import { type Column, type Flow, need, printTable, type Row } from './table.ts';
import { DETAILED, PLAIN, TERSE } from './voices.ts';

/** Transactions have no balance. At the end, a list in three columns shows the balance of each day. */
export const dailyBalances: Layout = layoutOf('daily-balances', async (random) => {
  const face = random.pick([SANS, SERIF, SERIF]);
  const ink = inkOf(random);
  const bank = bankOf(random);
  const holder = holderOf(random).toUpperCase();
  const account = accountOf(random, {
    holder,
    ...periodOf(random),
    spending: [6, 30],
    checks: [0, 4],
    voices: [TERSE, PLAIN, DETAILED],
  });
  const { entries } = account;
  const sheet = sheetOf({ title: 'eStatement', created: instantOf(account.end), pieces: piecesFor(random) });
  const left = 48;
  const right = 564;
  const body = styleOf(face.regular, 9);
  const bold = styleOf(face.bold, 9);
  const number = accountNumber(random, account.number);
  const full = random.pick<DateForm>(['MM/DD/YY', 'MM/DD/YYYY', 'Month D, YYYY']);
  const short = random.pick<DateForm>(['MM/DD', 'Mon DD', 'MM-DD', 'M/D']);
  const signed = random.chance(0.5);
  const negative = random.pick<Negative>(['before', 'after']);

  sheet.text(306, 52, bank, styleOf(face.bold, 17, ink, 'center'));
  sheet.text(
    306,
    66,
    `${addressOf(random).join(', ')}  ${phoneOf(random)}`,
    styleOf(face.regular, 8, '#444444', 'center'),
  );
  sheet.rule(left, 74, right, { width: 1.5, color: ink });
  sheet.lines(
    left + 8,
    112,
    [holder, ...addressOf(random).map((line) => line.toUpperCase())],
    styleOf(face.regular, 10),
  );
  sheet.text(right, 112, `This statement: ${printed(account.end, full)}`, { ...body, align: 'right' });
  sheet.text(right, 125, `Statement period: ${printed(account.start, full)} to ${printed(account.end, full)}`, {
    ...body,
    align: 'right',
  });
  sheet.text(right, 138, `Account number: ${number}`, { ...body, align: 'right' });

  const credits = depositsIn(entries);
  const debits = withdrawalsIn(entries);
  sheet.box(left, 184, right - left, 17, { fill: ink });
  sheet.text(left + 6, 196, `${account.name.toUpperCase()} SUMMARY`, styleOf(face.bold, 9.5, '#ffffff'));
  // The summary has two halves. One half has the balances and totals, the other half has facts about the balance.
  const summary: [string, string][] = [
    ['Beginning balance', money(account.opening, { dollar: true, negative })],
    [`Deposits and credits (${credits.length})`, money(sumOf(credits), { plus: signed })],
    [`Withdrawals and debits (${debits.length})`, money(signed ? sumOf(debits) : -sumOf(debits), { negative })],
    ['Ending balance', money(account.closing, { dollar: true, negative })],
  ];
  const days = [...new Map(entries.map(({ date, balance }) => [date, balance])).entries()];
  const average = Math.round(days.reduce((sum, [, balance]) => sum + balance, 0) / Math.max(1, days.length));
  const facts: [string, string][] = [
    ['Average ledger balance', money(average, { negative })],
    ['Interest paid year to date', money(random.integer(0, 5_000))],
    ['Days in statement period', String(daysBetween(account.start, account.end) + 1)],
  ];
  summary.forEach(([label, value], at) => {
    sheet.text(left + 6, 216 + at * 13, label, body);
    sheet.text(290, 216 + at * 13, value, { ...body, align: 'right' });
  });
  facts.forEach(([label, value], at) => {
    sheet.text(326, 216 + at * 13, label, body);
    sheet.text(right - 6, 216 + at * 13, value, { ...body, align: 'right' });
  });

  const flow: Flow = {
    sheet,
    y: 292,
    bottom: 738,
    startPage: () => {
      sheet.addPage();
      sheet.text(left, 42, `${holder}`, body);
      sheet.text(right, 42, `${bank}  ${number}`, { ...body, align: 'right' });
      sheet.rule(left, 48, right);
      return 76;
    },
  };
  const bar = (title: string): void => {
    need(flow, 84);
    sheet.box(left, flow.y - 12, right - left, 17, { fill: ink });
    sheet.text(left + 6, flow.y, title, styleOf(face.bold, 9.5, '#ffffff'));
    flow.y += 21;
  };
  bar('TRANSACTIONS');
  const columns: Column[] = signed
    ? [
        { head: 'Date', x: left + 6 },
        { head: 'Description', x: left + 70, wrap: 320 },
        { head: 'Amount', x: right - 6, align: 'right' },
      ]
    : [
        { head: 'Date', x: left + 6 },
        { head: 'Description', x: left + 70, wrap: 270 },
        { head: 'Withdrawal', x: 476, align: 'right' },
        { head: 'Deposit', x: right - 6, align: 'right' },
      ];
  const rows: Row[] = entries.map(({ date, description, cents }) => ({
    cells: [
      printed(date, short),
      description,
      ...(signed
        ? [money(cents, { negative, plus: negative === 'after' })]
        : cents < 0
          ? [money(-cents), '']
          : ['', money(cents)]),
    ],
  }));
  printTable(flow, columns, rows, { head: bold, body, left, right, gap: 2 });
  flow.y += 18;

  bar(random.pick(['DAILY BALANCE SUMMARY', 'DAILY BALANCES', 'BALANCE BY DATE']));
  const third = (right - left) / 3;
  const deep = Math.ceil(days.length / 3);
  const head = (): void => {
    for (const at of [0, 1, 2].filter((column) => column * deep < days.length)) {
      sheet.text(left + 6 + at * third, flow.y, 'Date', bold);
      sheet.text(left + (at + 1) * third - 16, flow.y, 'Balance', { ...bold, align: 'right' });
    }
    flow.y += 14;
  };
  head();
  for (let row = 0; row < deep; row++) {
    if (need(flow, 13)) head();
    for (const column of [0, 1, 2]) {
      const day = days[column * deep + row];
      if (day === undefined) continue;
      sheet.text(left + 6 + column * third, flow.y, printed(day[0], short), body);
      sheet.text(left + (column + 1) * third - 16, flow.y, money(day[1], { negative }), { ...body, align: 'right' });
    }
    flow.y += 12.5;
  }
  flow.y += 14;
  if (random.chance(0.4)) {
    need(flow, 70);
    flow.y = feeTable(sheet, random, left, flow.y, face, 0);
  }
  if (random.chance(0.3)) legalNotes(sheet, left, flow.startPage(), right - left, face);
  const file = await sheet.finish((page, pages) => {
    sheet.text(right, 768, `Page ${page} of ${pages}`, styleOf(face.regular, 8, '#444444', 'right'));
  });
  return {
    file,
    documents: [
      statementTruth({
        bank,
        holder,
        account,
        pages: [1, sheet.page()],
        rows: entries.map((entry) => rowOf(entry, false)),
        total_deposits: sumOf(credits),
        total_withdrawals: sumOf(debits),
      }),
    ],
  };
});
