// Layouts of bank statements that the reader's authors must not look at. The benchmark uses them to measure the reader
// on unseen layouts.
import type { Layout } from '../sample.ts';
import { type DateForm, daysAfter, daysBetween, instantOf, type MoneyForm, money, printed } from './formats.ts';
import {
  accountNumber,
  balancingForm,
  faceOf,
  inkOf,
  layoutOf,
  legalNotes,
  logo,
  piecesFor,
  statementTruth,
  styleOf,
} from './kit.ts';
import { accountOf, depositsIn, periodOf, rowOf, sumOf, withdrawalsIn } from './ledger.ts';
import { addressOf, bankOf, creditUnionOf, holderOf, phoneOf, siteOf } from './parties.ts';
import { SANS, SERIF, sheetOf } from './sheet.ts';
import { type Column, type Flow, need, printTable, type Row, type TableLook } from './table.ts';
import { DETAILED, PLAIN, TERSE, VERBOSE } from './voices.ts';

/** A credit union's statement: members, shares and dividends. The sign is after or before the amount. */
const creditUnion: Layout = layoutOf('credit-union', async (random) => {
  const face = faceOf(random);
  const ink = inkOf(random);
  const bank = creditUnionOf(random);
  const holder = holderOf(random).toUpperCase();
  const name = random.pick(['Share Draft Checking', 'Free Checking', 'Primary Share Draft', 'Kasasa-Style Checking']);
  const account = accountOf(random, {
    holder,
    ...periodOf(random),
    spending: [4, 34],
    voices: [TERSE, PLAIN, DETAILED],
    name,
  });
  const { entries } = account;
  const sheet = sheetOf({ title: 'Member Statement', created: instantOf(account.end), pieces: piecesFor(random) });
  const left = 44;
  const right = 568;
  const body = styleOf(face.regular, 8.5);
  const bold = styleOf(face.bold, 8.5);
  const number = accountNumber(random, account.number);
  const full = random.pick<DateForm>(['MM/DD/YY', 'MM/DD/YYYY', 'Mon DD, YYYY', 'MM-DD-YYYY']);
  const form = random.pick<DateForm>(['MM/DD', 'MM/DD/YY', 'MON DD', 'MM-DD-YY']);
  const sign: MoneyForm = random.pick<MoneyForm>([
    { negative: 'after' },
    { negative: 'after', plus: true },
    { negative: 'before', plus: true, space: true },
    { negative: 'before', plus: true },
  ]);

  const edge = logo(sheet, random, left, 30, bank, ink);
  sheet.text(edge + 8, 44, bank, styleOf(face.bold, 12.5, ink));
  sheet.text(edge + 8, 56, `${addressOf(random).join(', ')}`, styleOf(face.regular, 7.5, '#555555'));
  sheet.text(edge + 8, 66, `${phoneOf(random)}   ${siteOf(bank)}`, styleOf(face.regular, 7.5, '#555555'));
  const facts: [string, string][] = [
    [random.pick(['MEMBER NUMBER', 'Member Account', 'ACCOUNT NUMBER']), number],
    ['FROM', printed(account.start, full)],
    [random.pick(['THROUGH', 'TO']), printed(account.end, full)],
    ['PAGE', '1'],
  ];
  const wide = [150, 72, 72, 40];
  let x = right - 334;
  facts.forEach(([label, value], at) => {
    const cell = wide[at] ?? 0;
    sheet.box(x, 88, cell, 28, { stroke: '#444444' });
    sheet.text(x + cell / 2, 98, label, styleOf(face.regular, 6.5, '#444444', 'center'));
    sheet.text(x + cell / 2, 111, value, { ...bold, align: 'center' });
    x += cell;
  });
  sheet.lines(
    left + 12,
    140,
    [holder, ...addressOf(random).map((line) => line.toUpperCase())],
    styleOf(face.regular, 9.5),
  );
  if (random.chance(0.6)) {
    sheet.box(330, 130, 238, 46, { fill: '#f0f0e8' });
    sheet.paragraph(
      338,
      143,
      222,
      'Join us for the annual meeting of members. Auto loan rates as low as 5.24% APR. Apply at any branch for up to $40,000.00.',
      styleOf(face.italic, 8),
    );
  }

  const with_effective = random.chance(0.3);
  const text_x = left + (with_effective ? 118 : 62);
  const columns: Column[] = [
    { head: with_effective ? 'Post\nDate' : 'Date', x: left + 2 },
    ...(with_effective ? [{ head: 'Eff\nDate', x: left + 60 }] : []),
    { head: random.pick(['Transaction Description', 'Transaction']), x: text_x, wrap: 428 - text_x },
    { head: 'Amount', x: 496, align: 'right' },
    { head: random.pick(['New Balance', 'Balance']), x: right - 2, align: 'right' },
  ];
  const blank = with_effective ? [''] : [];
  const balanceOf = (cents: number): string => money(cents, { negative: sign.negative ?? 'before' });
  const rows: Row[] = [
    {
      bold: true,
      cells: [
        printed(account.start, form),
        ...blank,
        random.pick(['Previous Balance', 'BALANCE FORWARD', 'Beginning Balance']),
        '',
        balanceOf(account.opening),
      ],
    },
    ...entries.map(({ date, description, cents, balance }) => ({
      cells: [
        printed(date, form),
        ...(with_effective
          ? [printed(daysAfter(date, -Math.min(random.integer(0, 2), daysBetween(account.start, date))), form)]
          : []),
        description.replace(/^Interest.*|^INTEREST$/, 'Deposit Dividend Tiered Rate'),
        money(cents, sign),
        balanceOf(balance),
      ],
    })),
    {
      bold: true,
      cells: [
        printed(account.end, form),
        ...blank,
        random.pick(['Ending Balance', 'New Balance', 'CLOSING BALANCE']),
        '',
        balanceOf(account.closing),
      ],
    },
  ];
  const flow: Flow = {
    sheet,
    y: 218,
    bottom: 740,
    startPage: () => {
      sheet.addPage();
      sheet.text(left, 44, bank, bold);
      sheet.text(right, 44, `${number}   Page ${sheet.page()}`, { ...body, align: 'right' });
      return 76;
    },
  };
  sheet.text(left, flow.y, name.toUpperCase(), styleOf(face.bold, 10.5, ink));
  flow.y += 18;
  const look: TableLook = {
    head: { ...bold, ...(random.chance(0.5) ? { fill: '#e5e5e5' } : { rule: '#000000' }) },
    body,
    left,
    right,
    gap: random.integer(1, 4),
  };
  printTable(flow, columns, rows, look);
  flow.y += 6;
  const apy = `Annual Percentage Yield Earned ${(random.integer(1, 80) / 100).toFixed(2)}% from ${printed(account.start, full)} through ${printed(account.end, full)}`;
  need(flow, 60);
  if (random.chance(0.7)) flow.y = sheet.paragraph(left, flow.y, 500, apy, styleOf(face.italic, 8)) + 8;
  const credits = sumOf(depositsIn(entries));
  const debits = sumOf(withdrawalsIn(entries));
  const totalled = random.chance(0.65);
  if (totalled) {
    const totals: [string, string][] = [
      ['Total Deposits and Dividends', money(credits)],
      ['Total Withdrawals and Fees', money(-debits)],
    ];
    for (const [label, value] of totals) {
      sheet.text(left, flow.y, label, body);
      sheet.text(330, flow.y, value, { ...body, align: 'right' });
      flow.y += 12;
    }
  }
  flow.y += 16;
  if (random.chance(0.5)) {
    need(flow, 60);
    sheet.text(left, flow.y, 'YEAR TO DATE TOTALS', bold);
    sheet.text(left, flow.y + 13, 'Dividends paid year to date', body);
    sheet.text(330, flow.y + 13, money(random.integer(12, 9_000)), { ...body, align: 'right' });
    flow.y += 36;
  }
  if (random.chance(0.4)) {
    need(flow, 120);
    balancingForm(sheet, left, flow.y + 8, face);
  }
  const file = await sheet.finish();
  const truth_rows = entries.map((entry) => {
    const description = entry.description.replace(/^Interest.*|^INTEREST$/, 'Deposit Dividend Tiered Rate');
    return rowOf({ ...entry, description }, true);
  });
  const totals = totalled ? { total_deposits: credits, total_withdrawals: debits } : {};
  return {
    file,
    documents: [statementTruth({ bank, holder, account, pages: [1, sheet.page()], rows: truth_rows, ...totals })],
  };
});

/**
 * Only the first row of a day shows the date, and only the last row shows the balance. Daily balances follow in two
 * columns.
 */
const dateOnce: Layout = layoutOf('date-once', async (random) => {
  const face = random.pick([SERIF, SERIF, SANS]);
  const ink = inkOf(random);
  const bank = bankOf(random);
  const holder = holderOf(random);
  const account = accountOf(random, {
    holder,
    ...periodOf(random),
    spending: [10, 40],
    checks: [0, 3],
    voices: [TERSE, PLAIN, DETAILED, VERBOSE],
  });
  const { entries } = account;
  const sheet = sheetOf({
    title: 'Monthly statement',
    created: instantOf(account.end),
    producer: 'DocPath 6',
    pieces: piecesFor(random),
  });
  const left = 52;
  const right = 560;
  const body = styleOf(face.regular, 9.5);
  const bold = styleOf(face.bold, 9.5);
  const number = accountNumber(random, account.number);
  const form = random.pick<DateForm>(['M/D', 'Mon DD', 'MM/DD/YYYY', 'MON DD']);
  const start = printed(account.start, 'Month D, YYYY');
  const end = printed(account.end, 'Month D, YYYY');
  const same_year = account.start.slice(0, 4) === account.end.slice(0, 4);
  // If both days of the period are in the same year, the first day is printed without the year.
  const period = `${same_year ? start.slice(0, -6) : start} - ${end}`;

  sheet.text(left, 54, bank, styleOf(face.bold, 18, ink));
  sheet.text(left, 86, account.name, styleOf(face.regular, 15));
  sheet.text(left, 102, `${period}   |   Page 1   |   Account number: ${number}`, styleOf(face.regular, 9, '#333333'));
  sheet.rule(left, 110, right, { color: ink, width: 2 });
  sheet.lines(left, 146, [holder, ...addressOf(random)], body);
  sheet.lines(
    380,
    140,
    ['Questions?', `Call ${phoneOf(random)}`, `Online: ${siteOf(bank)}`, 'Write: PO Box 5512'],
    styleOf(face.regular, 8.5, '#333333'),
  );

  const credits = sumOf(depositsIn(entries));
  const debits = sumOf(withdrawalsIn(entries));
  sheet.text(left, 222, 'Statement period activity summary', styleOf(face.bold, 11.5));
  const summary: [string, string][] = [
    [`Beginning balance on ${printed(account.start, 'M/D')}`, money(account.opening, { dollar: true })],
    ['Deposits/Additions', money(credits)],
    ['Withdrawals/Subtractions', money(debits, { space: true })],
    [`Ending balance on ${printed(account.end, 'M/D')}`, money(account.closing, { dollar: true })],
  ];
  summary.forEach(([label, value], at) => {
    const style = at === 3 ? bold : body;
    sheet.text(left, 240 + at * 14, label, style);
    sheet.text(290, 240 + at * 14, value, { ...style, align: 'right' });
  });
  sheet.rule(left, 272, 290, { width: 0.5 });
  sheet.lines(
    330,
    240,
    [`Account number: ${number}`, holder, 'Overdraft protection: not enrolled'],
    styleOf(face.regular, 8.5),
  );

  const flow: Flow = {
    sheet,
    y: 322,
    bottom: 730,
    startPage: () => {
      sheet.addPage();
      sheet.text(left, 46, `${period}   |   Page ${sheet.page()}`, styleOf(face.regular, 9, '#333333'));
      sheet.rule(left, 54, right, { color: ink, width: 2 });
      return 84;
    },
  };
  const style = styleOf(face.bold, 11.5);
  sheet.text(left, flow.y, 'Transaction history', style);
  flow.y += 28;
  const isFirst = (at: number): boolean => entries[at - 1]?.date !== entries[at]?.date;
  const isLast = (at: number): boolean => entries[at + 1]?.date !== entries[at]?.date;
  const columns: Column[] = [
    { head: 'Date', x: left },
    { head: 'Description', x: left + 66, wrap: 226 },
    { head: 'Deposits/\nAdditions', x: 416, align: 'right' },
    { head: 'Withdrawals/\nSubtractions', x: 490, align: 'right' },
    { head: 'Ending daily\nbalance', x: right, align: 'right' },
  ];
  // In many systems, a page that starts in the middle of a day repeats the date. This layout does not repeat it.
  const rows: Row[] = entries.map(({ date, description, cents, balance }, at) => ({
    cells: [
      isFirst(at) ? printed(date, form) : '',
      description,
      cents > 0 ? money(cents) : '',
      cents < 0 ? money(-cents) : '',
      isLast(at) ? money(balance) : '',
    ],
  }));
  rows.push(
    { bold: true, cells: [`Ending balance on ${printed(account.end, 'M/D')}`, '', '', '', money(account.closing)] },
    { bold: true, cells: ['Totals', '', money(credits, { dollar: true }), money(-debits, { dollar: true }), ''] },
  );
  printTable(
    flow,
    columns,
    rows,
    { head: { ...styleOf(face.regular, 8.5), rule: '#000000' }, body, left, right, gap: 3, rules: '#dddddd' },
    { continued: { text: 'Transaction history (continued)', style } },
  );
  flow.y += 16;
  if (random.chance(0.5)) {
    const days = [...new Map(entries.map(({ date, balance }) => [date, balance])).entries()];
    need(flow, 90);
    sheet.text(left, flow.y, 'Daily ledger balances', style);
    flow.y += 18;
    const deep = Math.ceil(days.length / 2);
    for (let row = 0; row < deep; row++) {
      need(flow, 12);
      for (const column of [0, 1]) {
        const day = days[column * deep + row];
        if (day === undefined) continue;
        sheet.text(left + column * 260, flow.y, printed(day[0], form), body);
        sheet.text(left + column * 260 + 190, flow.y, money(day[1]), { ...body, align: 'right' });
      }
      flow.y += 12;
    }
  }
  if (random.chance(0.3)) legalNotes(sheet, left, flow.startPage(), right - left, face);
  const file = await sheet.finish();
  const truth_rows = entries.map((entry, at) => rowOf(entry, isLast(at)));
  return {
    file,
    documents: [
      statementTruth({
        bank,
        holder,
        account,
        pages: [1, sheet.page()],
        rows: truth_rows,
        total_deposits: credits,
        total_withdrawals: debits,
      }),
    ],
  };
});

export const HELD_OUT_STATEMENT_LAYOUTS: Record<string, Layout> = {
  'credit-union': creditUnion,
  'date-once': dateOnce,
};
