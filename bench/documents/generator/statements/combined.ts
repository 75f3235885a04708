// One statement for two accounts of the same customer. The reader should find two documents in it.
import type { Layout, Truth } from '../sample.ts';
import { type DateForm, instantOf, money, type Negative, printed } from './formats.ts';
import { accountNumber, inkOf, layoutOf, logo, piecesFor, statementTruth, styleOf } from './kit.ts';
import { type Account, accountOf, depositsIn, periodOf, rowOf, sumOf, withdrawalsIn } from './ledger.ts';
import { addressOf, bankOf, digitsOf, holderOf, phoneOf } from './parties.ts';
import { SANS, SERIF, sheetOf } from './sheet.ts';
import { type Column, type Flow, need, printTable, type Row } from './table.ts';
import { DETAILED, PLAIN, TERSE } from './voices.ts';

export const combined: Layout = layoutOf('combined', async (random) => {
  const face = random.pick([SANS, SANS, SERIF]);
  const ink = inkOf(random);
  const bank = bankOf(random);
  const holder = holderOf(random);
  const period = periodOf(random);
  const voices = [random.pick([TERSE, PLAIN, DETAILED])];
  const checking = accountOf(random, { holder, ...period, spending: [4, 30], voices });
  const drawn = accountOf(random, { holder, ...period, spending: [0, 0], voices, savings: true });
  const savings = { ...drawn, number: `${checking.number.slice(0, -4)}${digitsOf(random, 4)}` };
  const accounts = [checking, savings];
  const sheet = sheetOf({ title: 'Combined Statement', created: instantOf(period.end), pieces: piecesFor(random) });
  const left = 48;
  const right = 564;
  const body = styleOf(face.regular, 9);
  const bold = styleOf(face.bold, 9);
  const long = random.pick<DateForm>(['Month D, YYYY', 'MM/DD/YYYY', 'Mon DD, YYYY']);
  const form = random.pick<DateForm>(['MM/DD', 'MM/DD/YY', 'Mon DD', 'MM/DD/YYYY']);
  const negative = random.pick<Negative>(['before', 'parentheses']);
  const masked = random.chance(0.6);
  const numberOf = ({ number }: Account): string => (masked ? `...${number.slice(-4)}` : number);
  const printed_period = `${printed(period.start, long)} ${random.pick(['through', 'to', '-'])} ${printed(period.end, long)}`;

  const edge = logo(sheet, random, left, 34, bank, ink);
  sheet.text(edge + 8, 54, bank, styleOf(face.bold, 15, ink));
  sheet.text(
    right,
    46,
    random.pick(['Combined Statement of Accounts', 'Your combined statement', 'Relationship Statement']),
    styleOf(face.bold, 11, '#000000', 'right'),
  );
  sheet.text(right, 60, printed_period, { ...body, align: 'right' });
  sheet.text(right, 72, `Customer service: ${phoneOf(random)}`, styleOf(face.regular, 8, '#555555', 'right'));
  sheet.lines(left, 116, [holder, ...addressOf(random)], styleOf(face.regular, 10));

  sheet.text(left, 190, 'Summary of your accounts', styleOf(face.bold, 12, ink));
  const flow: Flow = {
    sheet,
    y: 210,
    bottom: 734,
    startPage: () => {
      sheet.addPage();
      sheet.text(left, 44, `${bank} - Combined Statement`, bold);
      sheet.text(right, 44, printed_period, { ...body, align: 'right' });
      sheet.rule(left, 50, right, { color: '#999999' });
      return 80;
    },
  };
  const total = (pick: (account: Account) => number): number =>
    accounts.reduce((sum, account) => sum + pick(account), 0);
  const summary: Row[] = [
    ...accounts.map((account) => ({
      cells: [
        account.name,
        accountNumber(random, account.number),
        money(account.opening, { negative }),
        money(account.closing, { negative }),
      ],
    })),
    {
      bold: true,
      cells: [
        'Total',
        '',
        money(
          total(({ opening }) => opening),
          { dollar: true, negative },
        ),
        money(
          total(({ closing }) => closing),
          { dollar: true, negative },
        ),
      ],
    },
  ];
  printTable(
    flow,
    [
      { head: 'Account', x: left + 4 },
      { head: 'Account number', x: left + 160 },
      { head: 'Beginning balance\nthis period', x: 460, align: 'right' },
      { head: 'Ending balance\nthis period', x: right - 4, align: 'right' },
    ],
    summary,
    { head: { ...styleOf(face.bold, 8.5), fill: '#e8ecf0' }, body, left, right, rules: '#cccccc' },
  );
  flow.y += 22;

  const with_balance = random.chance(0.6);
  const signed = random.chance(0.6);
  const page_each = random.chance(0.4);
  const columns: Column[] = [
    { head: 'Date', x: left + 4 },
    { head: 'Description', x: left + 70, wrap: with_balance ? 230 : 270 },
    ...(signed
      ? [{ head: 'Amount', x: with_balance ? 486 : right - 4, align: 'right' as const }]
      : [
          { head: 'Withdrawals', x: with_balance ? 428 : 476, align: 'right' as const },
          { head: 'Deposits', x: with_balance ? 494 : right - 4, align: 'right' as const },
        ]),
    ...(with_balance ? [{ head: 'Balance', x: right - 4, align: 'right' as const }] : []),
  ];
  const print = (account: Account): Truth => {
    const { entries } = account;
    if (page_each && account === savings) flow.y = flow.startPage();
    need(flow, 190);
    sheet.box(left, flow.y - 14, right - left, 20, { fill: ink });
    sheet.text(left + 8, flow.y, account.name, styleOf(face.bold, 10.5, '#ffffff'));
    sheet.text(
      right - 8,
      flow.y,
      `Account number: ${numberOf(account)}`,
      styleOf(face.regular, 9.5, '#ffffff', 'right'),
    );
    flow.y += 24;
    const credits = sumOf(depositsIn(entries));
    const debits = sumOf(withdrawalsIn(entries));
    const balances: [string, string][] = [
      [`Beginning balance on ${printed(account.start, long)}`, money(account.opening, { dollar: true, negative })],
      ['Deposits and other credits', money(credits, { dollar: true })],
      ['Withdrawals and other debits', money(debits, { dollar: true, negative })],
      [`Ending balance on ${printed(account.end, long)}`, money(account.closing, { dollar: true, negative })],
    ];
    for (const [label, value] of balances) {
      sheet.text(left + 8, flow.y, label, body);
      sheet.text(340, flow.y, value, { ...body, align: 'right' });
      flow.y += 13;
    }
    flow.y += 12;
    const amounts = (cents: number): string[] => {
      if (signed) return [money(cents, { negative })];
      return cents < 0 ? [money(-cents), ''] : ['', money(cents)];
    };
    const rows = entries.map(({ date, description, cents, balance }) => ({
      cells: [
        printed(date, form),
        description,
        ...amounts(cents),
        ...(with_balance ? [money(balance, { negative })] : []),
      ],
    }));
    const title = { text: `${account.name} ${numberOf(account)} (continued)`, style: bold };
    printTable(
      flow,
      columns,
      rows,
      { head: { ...bold, rule: '#000000' }, body, left, right, gap: 3 },
      { continued: title },
    );
    flow.y += 26;
    return statementTruth({
      bank,
      holder,
      account,
      // Each of the two documents begins on page 1, because the first page names the holder, the period and both
      // accounts.
      pages: [1, sheet.page()],
      rows: entries.map((entry) => rowOf(entry, with_balance)),
      total_deposits: credits,
      total_withdrawals: debits,
    });
  };
  const documents = [print(checking), print(savings)];
  const file = await sheet.finish((page, pages) => {
    sheet.text(306, 766, `Page ${page} of ${pages}`, styleOf(face.regular, 8, '#555555', 'center'));
  });
  return { file, documents };
});
