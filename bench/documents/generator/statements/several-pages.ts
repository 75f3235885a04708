// A statement of many pages.
import type { Layout } from '../sample.ts';
import { type DateForm, instantOf, money, type Negative, printed } from './formats.ts';
import { accountNumber, faceOf, inkOf, layoutOf, legalNotes, piecesFor, statementTruth, styleOf } from './kit.ts';
import { accountOf, depositsIn, periodOf, rowOf, sumOf, withdrawalsIn } from './ledger.ts';
import { addressOf, bankOf, holderOf, siteOf } from './parties.ts';
import { sheetOf } from './sheet.ts';
import { type Column, type Flow, need, printTable, type Row, type TableLook } from './table.ts';
import { DETAILED, PLAIN, TERSE } from './voices.ts';

/**
 * An account with many entries. Every page has the head of the statement, and the balance is carried forward from page
 * to page.
 */
export const severalPages: Layout = layoutOf('several-pages', async (random) => {
  const face = faceOf(random);
  const ink = inkOf(random);
  const bank = bankOf(random);
  const holder = holderOf(random);
  const address = addressOf(random);
  const account = accountOf(random, {
    holder,
    ...periodOf(random),
    spending: [45, 120],
    checks: [0, 6],
    voices: [TERSE, PLAIN, DETAILED],
  });
  const { entries } = account;
  const sheet = sheetOf({ title: 'Statement of account', created: instantOf(account.end), pieces: piecesFor(random) });
  const left = 40;
  const right = 572;
  const body = styleOf(face.regular, 8.5);
  const bold = styleOf(face.bold, 8.5);
  const number = accountNumber(random, account.number);
  const full = random.pick<DateForm>(['MM/DD/YYYY', 'Mon DD, YYYY', 'DD Mon YYYY']);
  const form = random.pick<DateForm>(['MM/DD/YY', 'MM/DD', 'Mon DD', 'MM/DD/YYYY']);
  const negative = random.pick<Negative>(['before', 'after']);
  const head = (): void => {
    sheet.text(left, 48, bank, styleOf(face.bold, 14, ink));
    sheet.lines(left, 64, [holder, ...address], body, 10.5);
    const facts = [
      ['Account number', number],
      ['Statement from', printed(account.start, full)],
      ['Statement to', printed(account.end, full)],
    ] as const;
    facts.forEach(([label, value], at) => {
      sheet.text(400, 48 + at * 12, label, body);
      sheet.text(right, 48 + at * 12, value, { ...bold, align: 'right' });
    });
    sheet.rule(left, 108, right, { width: 1, color: ink });
  };
  head();
  const credits = sumOf(depositsIn(entries));
  const debits = sumOf(withdrawalsIn(entries));
  const summary: [string, string][] = [
    ['Previous balance', money(account.opening, { dollar: true, negative })],
    ['Total credits', money(credits, { dollar: true })],
    ['Total debits', money(-debits, { dollar: true })],
    ['New balance', money(account.closing, { dollar: true, negative })],
  ];
  summary.forEach(([label, value], at) => {
    const x = left + at * 133;
    sheet.box(x, 120, 133, 34, { stroke: '#888888' });
    sheet.text(x + 6, 132, label, styleOf(face.regular, 7.5, '#444444'));
    sheet.text(x + 127, 147, value, { ...bold, align: 'right' });
  });
  const flow: Flow = {
    sheet,
    y: 182,
    bottom: 728,
    startPage: () => {
      sheet.addPage();
      head();
      return 130;
    },
  };
  const carried = random.chance(0.75);
  const columns: Column[] = [
    { head: 'Date', x: left + 3 },
    { head: 'Transaction', x: left + 66, wrap: 240 },
    { head: 'Debits', x: 420, align: 'right' },
    { head: 'Credits', x: 495, align: 'right' },
    { head: 'Balance', x: right - 3, align: 'right' },
  ];
  const rows: Row[] = [
    { bold: true, cells: ['', 'Previous balance', '', '', money(account.opening, { negative })] },
    ...entries.map(({ date, description, cents, balance }) => ({
      cells: [
        printed(date, form),
        description,
        cents < 0 ? money(-cents) : '',
        cents > 0 ? money(cents) : '',
        money(balance, { negative }),
      ],
    })),
  ];
  const words = random.pick([
    ['Balance carried forward', 'Balance brought forward'],
    ['Continued on next page', 'Balance forward'],
    ['Subtotal - carried forward', 'Brought forward from previous page'],
  ] as const);
  const look: TableLook = {
    head: { ...bold, fill: '#e6e6e6' },
    body,
    left,
    right,
    gap: random.integer(1, 5),
    ...(random.chance(0.5) ? { rules: '#dddddd' } : {}),
  };
  const carry = (next_row: number) => {
    const balance = money(entries[next_row - 2]?.balance ?? account.opening, { negative });
    const has_balance = words[0] !== 'Continued on next page';
    return {
      foot: { cells: ['', words[0], '', '', has_balance ? balance : ''] },
      top: { cells: ['', words[1], '', '', balance] },
    };
  };
  printTable(flow, columns, rows, look, carried ? { carry } : {});
  need(flow, 24);
  sheet.text(left + 66, flow.y + 4, 'New balance', bold);
  sheet.text(right - 3, flow.y + 4, money(account.closing, { negative }), { ...bold, align: 'right' });
  if (random.chance(0.5)) legalNotes(sheet, left, flow.startPage(), right - left, face);
  const file = await sheet.finish((page, pages) => {
    sheet.text(left, 762, siteOf(bank), styleOf(face.regular, 7.5, '#555555'));
    sheet.text(right, 762, `Page ${page} of ${pages}`, styleOf(face.regular, 7.5, '#555555', 'right'));
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
