// The export of a banking app. Each day is a heading. Each row below it has a text and a signed amount, but no balance.
import type { Layout } from '../../sample.ts';
import { type DateForm, instantOf, money, printed } from '../formats.ts';
import { layoutOf, statementTruth, styleOf } from '../kit.ts';
import { accountOf, depositsIn, periodOf, rowOf, sumOf, withdrawalsIn } from '../ledger.ts';
import { bankOf, holderOf } from '../parties.ts';
import { SANS, sheetOf } from '../sheet.ts';
import { PLAIN } from '../voices.ts';

const BRANDS = [
  ['Marigold Money', '#e0922f'],
  ['Otterly', '#146356'],
  ['Finchbank', '#4b3fd1'],
  ['Plume Mobile Banking', '#c2255c'],
] as const;

export const appExport: Layout = layoutOf('app-export', async (random) => {
  const [bank, ink] = random.pick(BRANDS);
  const holder = holderOf(random);
  const account = accountOf(random, {
    holder,
    ...periodOf(random),
    spending: [4, 26],
    checks: [0, 0],
    voices: [PLAIN],
  });
  const entries = random.chance(0.6) ? account.entries.toReversed() : account.entries;
  const sheet = sheetOf({
    title: `${bank} activity`,
    created: instantOf(account.end),
    producer: 'Mobile Export 7',
    size: [420, 760],
  });
  const [left, right] = [28, 392];
  const grey = styleOf(SANS.regular, 8.5, '#808080');
  const full = random.pick<DateForm>(['Mon D, YYYY', 'Month D, YYYY']);
  const [credits, debits] = [sumOf(depositsIn(entries)), sumOf(withdrawalsIn(entries))];

  sheet.box(0, 0, 420, 64, { fill: ink });
  sheet.text(left, 40, bank, styleOf(SANS.bold, 18, '#ffffff'));
  sheet.text(right, 32, 'Account statement', styleOf(SANS.regular, 9, '#ffffff', 'right'));
  sheet.text(right, 46, `•••• ${account.number.slice(-4)}`, styleOf(SANS.bold, 10, '#ffffff', 'right'));
  sheet.text(left, 90, holder, styleOf(SANS.bold, 12));
  sheet.text(left, 106, `${printed(account.start, full)} – ${printed(account.end, full)}`, styleOf(SANS.regular, 10));
  // Each tile has its value above its label.
  const tiles: [string, string][] = [
    [money(account.opening, { dollar: true }), 'Starting balance'],
    [money(credits, { dollar: true, plus: true }), 'Money in'],
    [money(debits, { dollar: true }), 'Money out'],
    [money(account.closing, { dollar: true }), 'Ending balance'],
  ];
  for (const [at, [value, label]] of tiles.entries()) {
    const x = left + (at % 2) * 186;
    const y = 124 + Math.floor(at / 2) * 54;
    sheet.box(x, y, 178, 46, { fill: '#f5f5f7', round: 8 });
    sheet.text(x + 12, y + 22, value, styleOf(SANS.bold, 14));
    sheet.text(x + 12, y + 36, label, grey);
  }
  let y = 258;
  const room = (height: number): void => {
    if (y + height <= 716) return;
    sheet.addPage();
    y = 48;
  };
  const day = random.pick<DateForm>(['Mon D, YYYY', 'Month D, YYYY']);
  const marked = random.chance(0.5);
  let last = '';
  for (const { date, description, cents } of entries) {
    if (date !== last) {
      room(44);
      y += 8;
      sheet.text(left, y, printed(date, day), styleOf(SANS.bold, 9, ink));
      sheet.rule(left, y + 4, right, { width: 0.5, color: '#dddddd' });
      y += 18;
      last = date;
    }
    const lines = sheet.wrap(description, 250, styleOf(SANS.regular, 10));
    room(lines.length * 12);
    if (marked) sheet.circle(left + 4, y - 3.5, 4, cents < 0 ? '#d6d6d6' : ink);
    sheet.lines(left + (marked ? 14 : 0), y, lines, styleOf(SANS.regular, 10), 12);
    const color = cents < 0 ? '#000000' : '#1a7f37';
    sheet.text(right, y, money(cents, { dollar: true, plus: true }), styleOf(SANS.bold, 10, color, 'right'));
    y += lines.length * 12 + 5;
  }
  const partner = bankOf(random);
  const file = await sheet.finish((page, pages) => {
    sheet.text(
      left,
      738,
      `Banking services are provided by ${partner}, Member FDIC.`,
      styleOf(SANS.regular, 7, '#999999'),
    );
    sheet.text(right, 738, `${page}/${pages}`, styleOf(SANS.regular, 7, '#999999', 'right'));
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
        total_deposits: credits,
        total_withdrawals: debits,
      }),
    ],
  };
});
