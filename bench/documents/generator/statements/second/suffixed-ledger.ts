// A trust company's ledger on wide paper. One column has all amounts, each with DR or CR. The balance is carried
// forward from page to page.
import type { Layout } from '../../sample.ts';
import { type DateForm, daysAfter, instantOf, money, printed } from '../formats.ts';
import { inkOf, layoutOf, statementTruth, styleOf } from '../kit.ts';
import { accountOf, depositsIn, periodOf, rowOf, sumOf, withdrawalsIn } from '../ledger.ts';
import { addressOf, bankOf, digitsOf, holderOf } from '../parties.ts';
import { SANS, SERIF, sheetOf } from '../sheet.ts';
import { type Column, type Flow, printTable } from '../table.ts';
import { PLAIN, TERSE } from '../voices.ts';

export const suffixedLedger: Layout = layoutOf('suffixed-ledger', async (random) => {
  const face = random.pick([SERIF, SANS]);
  const ink = inkOf(random);
  const bank = bankOf(random);
  const holder = holderOf(random);
  const account = accountOf(random, { holder, ...periodOf(random), spending: [8, 40], voices: [PLAIN, TERSE] });
  const { entries } = account;
  const sheet = sheetOf({ title: 'Statement of Account', created: instantOf(account.end), size: [792, 612] });
  const [left, right] = [40, 752];
  const body = styleOf(face.regular, 9);
  const bold = styleOf(face.bold, 9);
  const form = random.pick<DateForm>(['DD-MON-YY', 'DD Mon YYYY', 'MM/DD/YYYY']);
  const spaced = random.chance(0.6);
  const marked = (cents: number): string => `${money(Math.abs(cents))}${spaced ? ' ' : ''}${cents < 0 ? 'DR' : 'CR'}`;

  sheet.text(left, 46, bank, styleOf(face.bold, 17, ink));
  sheet.text(right, 40, 'STATEMENT OF ACCOUNT', { ...styleOf(face.bold, 11), align: 'right' });
  sheet.text(
    right,
    54,
    'All amounts in US dollars. DR = debit, CR = credit.',
    styleOf(face.regular, 7.5, '#555555', 'right'),
  );
  sheet.lines(left, 78, [holder, ...addressOf(random)], styleOf(face.regular, 10), 12.5);
  const facts: [string, string][] = [
    ['Account No.', `${account.number.slice(0, -4).replace(/\d/g, 'X')}${account.number.slice(-4)}`],
    ['Type', account.name],
    ['From', printed(account.start, form)],
    ['To', printed(account.end, form)],
  ];
  for (const [at, [label, value]] of facts.entries()) {
    sheet.text(520, 78 + at * 13, label, body);
    sheet.text(right, 78 + at * 13, value, { ...bold, align: 'right' });
  }
  const flow: Flow = {
    sheet,
    y: 156,
    bottom: 520,
    startPage: () => {
      sheet.addPage();
      sheet.text(left, 44, `${bank} - statement of account`, bold);
      return 76;
    },
  };
  const columns: Column[] = [
    { head: 'Posted', x: left + 4 },
    { head: 'Effective', x: left + 84 },
    { head: 'Reference', x: left + 164 },
    { head: 'Particulars', x: left + 236, wrap: 270 },
    { head: 'Amount', x: 636, align: 'right' },
    { head: 'Balance', x: right - 4, align: 'right' },
  ];
  const carried = (text: string, cents: number) => ({ cells: ['', '', '', text, '', marked(cents)] });
  const rows = entries.map(({ date, description, cents, balance }) => ({
    cells: [
      printed(date, form),
      printed(date === account.start || random.chance(0.7) ? date : daysAfter(date, -1), form),
      digitsOf(random, 7),
      description,
      marked(cents),
      marked(balance),
    ],
  }));
  printTable(
    flow,
    columns,
    [carried('Opening balance', account.opening), ...rows, carried('Closing balance', account.closing)],
    { head: { ...bold, fill: '#ece7da' }, body, left, right, gap: 4, rules: '#d5d0c2' },
    {
      carry: (next) => {
        const balance = entries[next - 2]?.balance ?? account.opening;
        return { foot: carried('Balance carried forward', balance), top: carried('Balance brought forward', balance) };
      },
    },
  );
  const [credits, debits] = [sumOf(depositsIn(entries)), sumOf(withdrawalsIn(entries))];
  flow.y += 10;
  if (flow.y > 540) flow.y = flow.startPage();
  sheet.text(left + 4, flow.y, `Total credits: ${marked(credits)}`, bold);
  sheet.text(left + 236, flow.y, `Total debits: ${marked(debits)}`, bold);
  const file = await sheet.finish((page, pages) => {
    sheet.text(396, 590, `Sheet ${page} of ${pages}`, styleOf(face.regular, 8, '#555555', 'center'));
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
