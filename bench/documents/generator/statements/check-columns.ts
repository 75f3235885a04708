// A statement with a list of checks in three columns.
import type { Layout } from '../sample.ts';
import { type DateForm, instantOf, money, type Negative, printed } from './formats.ts';
import { accountNumber, balancingForm, inkOf, layoutOf, piecesFor, statementTruth, styleOf } from './kit.ts';
import { accountOf, checkRowOf, depositsIn, type Entry, periodOf, rowOf, sumOf, withdrawalsIn } from './ledger.ts';
import { addressOf, bankOf, holderOf } from './parties.ts';
import { SANS, SERIF, sheetOf } from './sheet.ts';
import { type Column, type Flow, need, printTable } from './table.ts';
import { PLAIN, TERSE } from './voices.ts';

/** The checks are listed in three columns. A mark shows where check numbers are missing. */
export const checkColumns: Layout = layoutOf('check-columns', async (random) => {
  const face = random.pick([SANS, SERIF]);
  const ink = inkOf(random);
  const bank = bankOf(random);
  const holder = holderOf(random);
  const address = addressOf(random);
  const account = accountOf(random, {
    holder,
    ...periodOf(random),
    spending: [5, 16],
    checks: [4, 26],
    voices: [TERSE, PLAIN],
  });
  const sheet = sheetOf({ title: 'Account Statement', created: instantOf(account.end), pieces: piecesFor(random) });
  const left = 50;
  const right = 562;
  const body = styleOf(face.regular, 9);
  const bold = styleOf(face.bold, 9);
  const number = accountNumber(random, account.number);
  const full = random.pick<DateForm>(['MM/DD/YYYY', 'Month D, YYYY', 'Mon DD, YYYY']);
  const short = random.pick<DateForm>(['MM/DD', 'MM/DD/YY', 'M/D', 'MM-DD']);
  const negative = random.pick<Negative>(['before', 'parentheses']);

  sheet.box(0, 0, 612, 62, { fill: ink });
  sheet.text(left, 38, bank, styleOf(face.bold, 18, '#ffffff'));
  sheet.text(right, 38, 'STATEMENT OF ACCOUNT', styleOf(face.regular, 10, '#ffffff', 'right'));
  sheet.lines(left, 110, [holder, ...address], styleOf(face.regular, 10));
  const facts = [
    ['Account Number', number],
    ['Beginning Date', printed(account.start, full)],
    ['Ending Date', printed(account.end, full)],
    ['Account Type', account.name],
  ] as const;
  sheet.box(340, 92, right - 340, 70, { stroke: '#777777' });
  facts.forEach(([label, value], at) => {
    sheet.text(348, 108 + at * 15, label, body);
    sheet.text(right - 8, 108 + at * 15, value, { ...bold, align: 'right' });
  });

  const credits = depositsIn(account.entries);
  const checks = account.entries
    .filter(({ kind }) => kind === 'check')
    .toSorted((a, b) => Number(a.check_number) - Number(b.check_number));
  const others = withdrawalsIn(account.entries).filter((entry) => !checks.includes(entry));
  const withdrawals = [...checks, ...others];
  const one_total = random.chance(0.6);
  const boxes: [string, string][] = [
    ['Beginning Balance', money(account.opening, { dollar: true, negative })],
    ['Total Deposits', money(sumOf(credits), { dollar: true })],
    ...(one_total
      ? [['Total Withdrawals', money(-sumOf(withdrawals), { dollar: true })] as [string, string]]
      : [
          ['Checks Paid', money(-sumOf(checks), { dollar: true })] as [string, string],
          ['Other Debits', money(-sumOf(others), { dollar: true })] as [string, string],
        ]),
    ['Ending Balance', money(account.closing, { dollar: true, negative })],
  ];
  const wide = (right - left) / boxes.length;
  boxes.forEach(([label, value], at) => {
    sheet.box(left + at * wide, 186, wide - 6, 40, { fill: '#eeeeee' });
    sheet.text(left + at * wide + (wide - 6) / 2, 201, label, styleOf(face.regular, 8.5, '#333333', 'center'));
    sheet.text(left + at * wide + (wide - 6) / 2, 217, value, styleOf(face.bold, 10.5, '#000000', 'center'));
  });

  const flow: Flow = {
    sheet,
    y: 258,
    bottom: 738,
    startPage: () => {
      sheet.addPage();
      sheet.text(left, 44, bank, styleOf(face.bold, 11, ink));
      sheet.text(right, 44, `Account ${number}`, { ...body, align: 'right' });
      return 78;
    },
  };
  const columns: Column[] = [
    { head: 'Date', x: left + 4 },
    { head: 'Description', x: left + 80, wrap: 320 },
    { head: 'Amount', x: right - 4, align: 'right' },
  ];
  const look = { head: { ...bold, fill: '#dddddd' }, body, left, right, zebra: '#f6f6f6' };
  const heading = (title: string): void => {
    need(flow, 80);
    sheet.text(left, flow.y, title, styleOf(face.bold, 11.5, ink));
    flow.y += 18;
  };
  const list = (title: string, entries: readonly Entry[]): void => {
    if (entries.length === 0) return;
    heading(title);
    const rows = entries.map(({ date, description, cents }) => ({
      cells: [printed(date, short), description, money(Math.abs(cents))],
    }));
    printTable(flow, columns, rows, look);
    flow.y += 16;
  };
  const listChecks = (): void => {
    heading(random.pick(['Checks', 'Checks Paid', 'Checks Cleared']));
    const third = (right - left) / 3;
    const deep = Math.ceil(checks.length / 3);
    const across = random.chance(0.5);
    const number_word = random.pick(['Number', 'Check No.', 'Check #']);
    need(flow, 60);
    const head = () => {
      for (const at of [0, 1, 2]) {
        const x = left + at * third;
        sheet.box(x, flow.y - 11, third - 8, 15, { fill: '#dddddd' });
        sheet.text(x + 4, flow.y, number_word, bold);
        sheet.text(x + 62, flow.y, 'Date', bold);
        sheet.text(x + third - 12, flow.y, 'Amount', { ...bold, align: 'right' });
      }
      flow.y += 16;
    };
    head();
    for (let row = 0; row < deep; row++) {
      if (need(flow, 14)) head();
      for (const column of [0, 1, 2]) {
        const at = across ? row * 3 + column : column * deep + row;
        const check = checks[at];
        if (check === undefined) continue;
        const gap = at > 0 && Number(check.check_number) !== Number(checks[at - 1]?.check_number) + 1;
        const x = left + column * third;
        sheet.text(x + 4, flow.y, `${check.check_number}${gap ? random.pick(['*', ' *']) : ''}`, body);
        sheet.text(x + 62, flow.y, printed(check.date, short), body);
        sheet.text(x + third - 12, flow.y, money(-check.cents), { ...body, align: 'right' });
      }
      flow.y += 13;
    }
    sheet.text(left, flow.y + 4, '* Indicates a gap in the check sequence', styleOf(face.italic, 7.5));
    flow.y += 24;
  };
  const checks_last = random.chance(0.5);
  list('Deposits and Credits', credits);
  if (!checks_last) listChecks();
  list('Electronic and Other Withdrawals', others);
  if (checks_last) listChecks();
  if (random.chance(0.5)) {
    need(flow, 110);
    balancingForm(sheet, left, flow.y + 10, face);
  }
  const file = await sheet.finish((page, pages) => {
    sheet.text(306, 770, `${page} / ${pages}`, styleOf(face.regular, 8, '#444444', 'center'));
  });
  const check_rows = checks.map(checkRowOf);
  const other_rows = others.map((entry) => rowOf(entry, false));
  const rows = [
    ...credits.map((entry) => rowOf(entry, false)),
    ...(checks_last ? [...other_rows, ...check_rows] : [...check_rows, ...other_rows]),
  ];
  const total_withdrawals = one_total ? { total_withdrawals: sumOf(withdrawals) } : {};
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
