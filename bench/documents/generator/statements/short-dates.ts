// A statement from a line printer. It has sections, and its dates have no year.
import type { Layout } from '../sample.ts';
import { type DateForm, instantOf, money, type Negative, printed } from './formats.ts';
import { accountNumber, layoutOf, piecesFor, statementTruth, styleOf } from './kit.ts';
import { accountOf, depositsIn, type Entry, periodOf, rowOf, sumOf, withdrawalsIn } from './ledger.ts';
import { addressOf, bankOf, holderOf } from './parties.ts';
import { MONO, sheetOf } from './sheet.ts';
import { type Column, type Flow, need, printTable } from './table.ts';
import { DETAILED, TERSE } from './voices.ts';

/**
 * A small bank's line-printer output. Dates have no year, the period is in the header, and the sign is after the
 * amount.
 */
export const shortDates: Layout = layoutOf('short-dates', async (random) => {
  const bank = bankOf(random).toUpperCase();
  const holder = holderOf(random).toUpperCase();
  const address = addressOf(random).map((line) => line.toUpperCase());
  const account = accountOf(random, {
    holder,
    ...periodOf(random),
    spending: [5, 26],
    checks: [0, 3],
    voices: [TERSE, TERSE, DETAILED],
  });
  const sheet = sheetOf({
    title: 'STMT',
    created: instantOf(account.end),
    producer: 'PrintStream 2.0',
    pieces: piecesFor(random),
  });
  const size = random.pick([8.5, 9, 9.5]);
  const body = styleOf(MONO.regular, size);
  const bold = styleOf(MONO.bold, size);
  const line = size * 1.25;
  const left = 44;
  const right = 568;
  const negative = random.pick<Negative>(['after', 'after', 'before']);
  const number = accountNumber(random, account.number);
  const full = random.pick<DateForm>(['MM/DD/YYYY', 'MM/DD/YY', 'MM-DD-YY']);
  const short = random.pick<DateForm>(['MM/DD', 'MM/DD', 'MM-DD', 'M/D']);

  sheet.lines(left, 50, [bank, ...addressOf(random).map((text) => text.toUpperCase())], body, line);
  const facts: [string, string][] = [
    ['ACCOUNT NUMBER', number],
    random.chance(0.5)
      ? ['STATEMENT PERIOD', `${printed(account.start, full)} - ${printed(account.end, full)}`]
      : ['PERIOD', `${printed(account.start, full)} THRU ${printed(account.end, full)}`],
    ['PAGE', '1'],
  ];
  facts.forEach(([label, value], at) => {
    sheet.text(310, 92 + at * line, `${label}:`, body);
    sheet.text(right, 92 + at * line, value, { ...body, align: 'right' });
  });
  sheet.lines(left + 20, 158, [holder, ...address], body, line);

  const credits = depositsIn(account.entries);
  const debits = withdrawalsIn(account.entries);
  const top = 232;
  sheet.text(306, top, `* * * ${account.name.toUpperCase()} * * *`, { ...bold, align: 'center' });
  const summary: [string, string][] = [
    ['PREVIOUS BALANCE', money(account.opening, { negative })],
    [`${credits.length} DEPOSITS/CREDITS`, money(sumOf(credits), { negative })],
    [`${debits.length} CHECKS/DEBITS`, money(-sumOf(debits), { negative })],
    ...(random.chance(0.5) ? [['SERVICE CHARGE', '.00'] as [string, string]] : []),
    ['ENDING BALANCE', money(account.closing, { negative })],
  ];
  const dotted = random.chance(0.7);
  summary.forEach(([label, value], at) => {
    const y = top + (at + 2) * line;
    const dots = '.'.repeat(40 - label.length);
    sheet.text(left + 60, y, dotted ? `${label} ${dots}` : label, body);
    sheet.text(left + 420, y, value, { ...body, align: 'right' });
  });

  const flow: Flow = {
    sheet,
    y: top + (summary.length + 4) * line,
    bottom: 744,
    startPage: () => {
      sheet.addPage();
      sheet.lines(left, 50, [bank, `${holder}`], body, line);
      sheet.lines(right, 50, [`ACCOUNT NUMBER: ${number}`, `PAGE: ${sheet.page()}`], { ...body, align: 'right' }, line);
      return 50 + 4 * line;
    },
  };
  const columns: Column[] = random.chance(0.5)
    ? [
        { head: 'DATE', x: left },
        { head: 'DESCRIPTION', x: left + 60, wrap: 330 },
        { head: 'AMOUNT', x: right, align: 'right' },
      ]
    : [
        { head: 'DATE', x: left },
        { head: 'AMOUNT', x: left + 140, align: 'right' },
        { head: 'DESCRIPTION', x: left + 165, wrap: 350 },
      ];
  const amount_first = columns[1]?.head === 'AMOUNT';
  const look = { head: bold, body, left, right, leading: line, gap: 0 };
  const signed = random.chance(0.5);
  const section = (title: string, entries: readonly Entry[]): void => {
    need(flow, 8 * line);
    sheet.text(left, flow.y, random.chance(0.5) ? `- - - ${title} - - -` : title, bold);
    flow.y += line * 1.6;
    const rows = entries.map(({ date, description, cents }) => {
      const amount = money(signed ? cents : Math.abs(cents), { negative });
      const day = printed(date, short);
      return { cells: amount_first ? [day, amount, description] : [day, description, amount] };
    });
    printTable(flow, columns, rows, look);
    flow.y += line * 1.5;
  };
  section('DEPOSITS AND CREDITS', credits);
  section('CHECKS AND OTHER DEBITS', debits);
  const file = await sheet.finish();
  const rows = [...credits, ...debits].map((entry) => rowOf(entry, false));
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
        total_withdrawals: sumOf(debits),
      }),
    ],
  };
});
