// A credit union's member statement in a typewriter font. One list contains a savings share, a checking share and a
// loan.
import type { Layout, Truth } from '../../sample.ts';
import { type DateForm, instantOf, money, type Negative, printed } from '../formats.ts';
import { layoutOf, statementTruth, styleOf } from '../kit.ts';
import { type Account, accountOf, depositsIn, periodOf, rowOf, sumOf, withdrawalsIn } from '../ledger.ts';
import { addressOf, creditUnionOf, digitsOf, holderOf, phoneOf } from '../parties.ts';
import { MONO, SANS, sheetOf } from '../sheet.ts';
import { type Column, type Flow, need, printTable, type Row } from '../table.ts';
import { TERSE } from '../voices.ts';

export const shareDraft: Layout = layoutOf('share-draft', async (random) => {
  const face = random.pick([MONO, SANS]);
  const bank = creditUnionOf(random);
  const holder = holderOf(random).toUpperCase();
  const period = periodOf(random);
  const base = { holder, ...period, voices: [TERSE] };
  const share = accountOf(random, { ...base, spending: [0, 0], savings: true, name: 'REGULAR SHARES' });
  const draft = accountOf(random, { ...base, spending: [4, 22], name: 'SHARE DRAFT CHECKING' });
  const sheet = sheetOf({ title: 'Member Statement', created: instantOf(period.end) });
  const [left, right] = [40, 572];
  const body = styleOf(face.regular, 8);
  const bold = styleOf(face.bold, 8);
  const form = random.pick<DateForm>(['MM/DD/YY', 'MM/DD', 'MON DD']);
  const full = random.pick<DateForm>(['MM/DD/YY', 'MM/DD/YYYY']);
  const negative = random.pick<Negative>(['after', 'before']);

  sheet.text(left, 44, bank.toUpperCase(), styleOf(face.bold, 11));
  sheet.lines(left, 58, [...addressOf(random), phoneOf(random)], body, 10);
  const facts: [string, string][] = [
    ['MEMBER NUMBER', `XXXX${digitsOf(random, 3)}`],
    ['STATEMENT FROM', printed(period.start, full)],
    ['STATEMENT TO', printed(period.end, full)],
    ['PAGE', '1'],
  ];
  for (const [at, [label, value]] of facts.entries()) {
    sheet.text(390, 44 + at * 12, label, body);
    sheet.text(right, 44 + at * 12, value, { ...bold, align: 'right' });
  }
  sheet.lines(
    left + 20,
    124,
    [holder, ...addressOf(random).map((line) => line.toUpperCase())],
    styleOf(face.regular, 9),
    11,
  );
  const flow: Flow = {
    sheet,
    y: 188,
    bottom: 740,
    startPage: () => {
      sheet.addPage();
      sheet.text(left, 40, bank.toUpperCase(), bold);
      sheet.text(right, 40, `PAGE ${sheet.page()}`, { ...bold, align: 'right' });
      return 66;
    },
  };
  const columns: Column[] = [
    { head: 'POST\nDATE', x: left },
    { head: 'TRANSACTION DESCRIPTION', x: left + 64, wrap: 250 },
    { head: 'TRANSACTION\nAMOUNT', x: 470, align: 'right' },
    { head: 'NEW\nBALANCE', x: right, align: 'right' },
  ];
  const look = { head: { ...bold, rule: '#000000' }, body, left, right, gap: 2 };
  const print = (account: Account, suffix: string): Truth => {
    const { entries } = account;
    need(flow, 110);
    sheet.box(left, flow.y - 10, right - left, 14, { fill: '#e3e3e3' });
    sheet.text(left + 4, flow.y, `SUFFIX ${suffix}  ${account.name}`, bold);
    sheet.text(right - 4, flow.y, `ACCOUNT XXXXXX${account.number.slice(-4)}`, { ...bold, align: 'right' });
    flow.y += 20;
    const rows: Row[] = [
      { cells: [printed(account.start, form), 'BALANCE FORWARD', '', money(account.opening, { negative })] },
      ...entries.map(({ date, description, cents, balance }) => ({
        cells: [printed(date, form), description, money(cents, { negative }), money(balance, { negative })],
      })),
      { cells: [printed(account.end, form), 'ENDING BALANCE', '', money(account.closing, { negative })] },
    ];
    printTable(flow, columns, rows, look);
    const [credits, debits] = [sumOf(depositsIn(entries)), sumOf(withdrawalsIn(entries))];
    flow.y += 4;
    need(flow, 24);
    sheet.text(left + 64, flow.y, `TOTAL DEPOSITS ${money(credits)}`, body);
    sheet.text(left + 300, flow.y, `TOTAL WITHDRAWALS ${money(-debits)}`, body);
    flow.y += 28;
    return statementTruth({
      bank: bank.toUpperCase(),
      holder,
      account,
      pages: [1, sheet.page()],
      rows: entries.map((entry) => rowOf(entry, true)),
      total_deposits: credits,
      total_withdrawals: debits,
    });
  };
  const [shares, drafts] = [print(share, '01'), print(draft, '70')];
  // A loan is not a deposit account, so the reader should not return it as a document.
  if (random.chance(0.7)) {
    need(flow, 120);
    const owed = random.integer(400_000, 1_900_000);
    const [paid, interest] = [random.integer(21_000, 43_000), random.integer(2_000, 7_000)];
    sheet.box(left, flow.y - 10, right - left, 14, { fill: '#e3e3e3' });
    sheet.text(left + 4, flow.y, 'LOAN 0150  USED VEHICLE', bold);
    sheet.text(right - 4, flow.y, 'ANNUAL PERCENTAGE RATE 5.740%', { ...bold, align: 'right' });
    flow.y += 20;
    printTable(
      flow,
      [
        { head: 'DATE', x: left },
        { head: 'LOAN TRANSACTION', x: left + 64 },
        { head: 'INTEREST', x: 330, align: 'right' },
        { head: 'PRINCIPAL', x: 410, align: 'right' },
        { head: 'PAYMENT', x: 490, align: 'right' },
        { head: 'LOAN BALANCE', x: right, align: 'right' },
      ],
      [
        { cells: [printed(period.start, form), 'PREVIOUS LOAN BALANCE', '', '', '', money(owed)] },
        {
          cells: [
            printed(period.end, form),
            'PAYMENT',
            money(interest),
            money(paid - interest),
            money(paid),
            money(owed - paid + interest),
          ],
        },
      ],
      look,
    );
    flow.y += 22;
  }
  need(flow, 40);
  const dividends = share.entries.filter(({ kind }) => kind === 'interest').reduce((sum, { cents }) => sum + cents, 0);
  sheet.text(left, flow.y, `DIVIDENDS PAID YEAR TO DATE ${money(dividends * 3)}`, body);
  sheet.text(left, flow.y + 12, 'VOTE IN THE BOARD ELECTION BEFORE THE ANNUAL MEETING. MEMBERS WIN GIFT CARDS.', body);
  const file = await sheet.finish();
  // The loan and the notices at the end belong to the statement of the last account.
  return { file, documents: [shares, { ...drafts, pages: [1, sheet.page()] }] };
});
