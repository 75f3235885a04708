// Line-printer output of a savings bank. Only the first entry of a day shows the date, and only the last entry shows
// the balance.
import { decimal, type Layout } from '../../sample.ts';
import { type DateForm, instantOf, money, type Negative, printed } from '../formats.ts';
import { accountNumber, layoutOf, statementTruth, styleOf } from '../kit.ts';
import { accountOf, depositsIn, periodOf, rowOf, sumOf, withdrawalsIn } from '../ledger.ts';
import { addressOf, bankOf, holderOf } from '../parties.ts';
import { MONO, sheetOf } from '../sheet.ts';
import { TERSE } from '../voices.ts';

/** The number of characters in a line. Each column ends at a fixed character. */
const WIDTH = 92;

export const dayEndBalance: Layout = layoutOf('day-end-balance', async (random) => {
  const bank = bankOf(random).toUpperCase();
  const holder = holderOf(random).toUpperCase();
  const account = accountOf(random, {
    holder,
    ...periodOf(random),
    spending: [6, 40],
    checks: [0, 5],
    voices: [TERSE],
  });
  const { entries } = account;
  const sheet = sheetOf({
    title: 'Statement',
    created: instantOf(account.end),
    producer: 'LPR2PDF',
    pieces: random.pick(['line', 'word'] as const),
  });
  const style = styleOf(MONO.regular, 9);
  const left = 42;
  const full = random.pick<DateForm>(['MM/DD/YYYY', 'MM/DD/YY', 'MM-DD-YYYY']);
  const form = random.pick<DateForm>(['MM/DD', 'MM-DD', 'MM/DD/YY']);
  const negative = random.pick<Negative>(['after', 'before']);
  const columns = random.chance(0.5);
  let y = 48;
  const letter = sheet.widthOf('M', style);
  /**
   * Prints the parts of one line. The number of a part is the position of the character at which the part starts. If
   * the number is negative, the part ends at that position instead.
   */
  const line = (...parts: (readonly [number, string])[]): void => {
    for (const [at, text] of parts) {
      if (at >= 0) sheet.text(left + at * letter, y, text, style);
      else sheet.text(left - at * letter, y, text, { ...style, align: 'right' });
    }
    y += 12;
  };
  const [credits, debits] = [sumOf(depositsIn(entries)), sumOf(withdrawalsIn(entries))];
  line([0, bank], [-WIDTH, `PAGE ${sheet.page()}`]);
  line([0, addressOf(random).join(', ').toUpperCase()]);
  y += 18;
  const address = addressOf(random).map((text) => text.toUpperCase());
  line([6, holder]);
  for (const text of address) line([6, text]);
  y += 12;
  line(
    [0, `ACCOUNT NUMBER ${accountNumber(random, account.number).toUpperCase()}`],
    [-WIDTH, account.name.toUpperCase()],
  );
  line([0, `STATEMENT PERIOD ${printed(account.start, full)} THROUGH ${printed(account.end, full)}`]);
  y += 8;
  const heads = (): void => {
    if (columns) line([0, 'DATE'], [10, 'DESCRIPTION'], [-62, 'WITHDRAWALS'], [-77, 'DEPOSITS'], [-WIDTH, 'BALANCE']);
    else line([0, 'DATE'], [10, 'DESCRIPTION'], [-70, 'AMOUNT'], [-WIDTH, 'BALANCE']);
    line([0, '='.repeat(WIDTH)]);
  };
  heads();
  line([0, printed(account.start, form)], [10, 'PREVIOUS BALANCE'], [-WIDTH, money(account.opening, { negative })]);
  const isLast = (at: number): boolean => entries[at]?.date !== entries[at + 1]?.date;
  for (const [at, { date, description, cents, balance }] of entries.entries()) {
    if (y > 736) {
      sheet.addPage();
      y = 48;
      line([0, bank], [-WIDTH, `PAGE ${sheet.page()}`]);
      y += 6;
      heads();
    }
    const first = at === 0 || isLast(at - 1) || y < 90;
    const amount = columns
      ? ([cents < 0 ? -62 : -77, money(Math.abs(cents))] as const)
      : ([-70, money(cents, { negative })] as const);
    line([0, first ? printed(date, form) : ''], [10, description], amount, [
      -WIDTH,
      isLast(at) ? money(balance, { negative }) : '',
    ]);
  }
  line([0, '='.repeat(WIDTH)]);
  line([10, 'NEW BALANCE'], [-WIDTH, money(account.closing, { negative })]);
  if (y > 700) {
    sheet.addPage();
    y = 48;
  }
  y += 8;
  line([10, 'TOTAL DEPOSITS'], [-50, money(credits)]);
  line([10, 'TOTAL WITHDRAWALS'], [-50, money(-debits)]);
  line([10, 'INTEREST RATE'], [-50, '0.150 %']);
  line([10, 'SERVICE CHARGE BALANCE MINIMUM'], [-50, '500.00']);
  const file = await sheet.finish();
  return {
    file,
    documents: [
      statementTruth({
        bank,
        holder,
        account,
        pages: [1, sheet.page()],
        rows: entries.map((entry, at) => ({
          ...rowOf(entry, false),
          ...(isLast(at) ? { balance: decimal(entry.balance) } : {}),
        })),
        total_deposits: credits,
        total_withdrawals: debits,
      }),
    ],
  };
});
