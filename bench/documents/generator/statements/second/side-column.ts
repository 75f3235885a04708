// A statement with a coloured side column for the figures, advertising and help. Entries have two lines, and their
// dates have no year.
import type { Layout } from '../../sample.ts';
import { type DateForm, instantOf, money, printed } from '../formats.ts';
import { inkOf, layoutOf, statementTruth, styleOf } from '../kit.ts';
import { accountOf, depositsIn, periodOf, rowOf, sumOf, withdrawalsIn } from '../ledger.ts';
import { addressOf, bankOf, holderOf, phoneOf, siteOf } from '../parties.ts';
import { SANS, SERIF, sheetOf } from '../sheet.ts';
import { DETAILED, PLAIN } from '../voices.ts';

export const sideColumn: Layout = layoutOf('side-column', async (random) => {
  const face = random.pick([SANS, SERIF]);
  const ink = inkOf(random);
  const bank = bankOf(random);
  const holder = holderOf(random);
  const account = accountOf(random, {
    holder,
    ...periodOf(random),
    spending: [4, 22],
    checks: [0, 2],
    voices: [DETAILED, DETAILED, PLAIN],
  });
  const { entries } = account;
  const sheet = sheetOf({ title: 'Statement', created: instantOf(account.end) });
  const [left, right] = [206, 576];
  const full = random.pick<DateForm>(['Month D, YYYY', 'Mon D, YYYY']);
  const form = random.pick<DateForm>(['Mon DD', 'M/D', 'MM/DD']);
  const body = styleOf(face.regular, 9);
  const small = styleOf(face.regular, 8, '#444444');
  const [credits, debits] = [sumOf(depositsIn(entries)), sumOf(withdrawalsIn(entries))];
  const side = (): void => sheet.box(0, 0, 186, 792, { fill: '#eef1ea' });

  side();
  sheet.paragraph(20, 50, 150, bank, styleOf(face.bold, 15, ink), 18);
  const figures: [string, string][] = [
    ['Balance at start', money(account.opening, { dollar: true })],
    ['Total money in', money(credits, { dollar: true })],
    ['Total money out', money(-debits, { dollar: true })],
    ['Balance at end', money(account.closing, { dollar: true })],
  ];
  for (const [at, [label, value]] of figures.entries()) {
    sheet.text(20, 120 + at * 40, label, small);
    sheet.text(20, 137 + at * 40, value, styleOf(face.bold, 13));
    sheet.rule(20, 146 + at * 40, 166, { color: '#c3cbbb' });
  }
  sheet.text(20, 312, 'Need help?', styleOf(face.bold, 9, ink));
  sheet.lines(20, 326, [phoneOf(random), siteOf(bank), 'Open 8 a.m. to 8 p.m.'], small, 12);
  sheet.box(20, 392, 146, 84, { fill: ink, round: 6 });
  sheet.text(30, 410, 'Home loans from 5.9%', styleOf(face.bold, 10, '#ffffff'));
  sheet.paragraph(
    30,
    426,
    126,
    'Apply by the end of next month and we pay your $450.00 appraisal fee.',
    styleOf(face.regular, 8, '#ffffff'),
    11,
  );

  sheet.lines(left, 50, [holder, ...addressOf(random)], styleOf(face.regular, 10), 13);
  const number = random.pick([`ending ${account.number.slice(-4)}`, `*${account.number.slice(-4)}`, account.number]);
  sheet.text(left, 122, `${account.name}, account ${number}`, styleOf(face.bold, 11));
  sheet.text(left, 137, `${printed(account.start, full)} to ${printed(account.end, full)}`, body);
  let y = 170;
  const head = (): void => {
    sheet.text(left, y, 'Day', styleOf(face.bold, 8, ink));
    sheet.text(left + 46, y, 'What happened', styleOf(face.bold, 8, ink));
    sheet.text(510, y, 'Amount', styleOf(face.bold, 8, ink, 'right'));
    sheet.text(right, y, 'Balance', styleOf(face.bold, 8, ink, 'right'));
    sheet.rule(left, y + 5, right, { color: ink });
    y += 18;
  };
  head();
  for (const { date, description, cents, balance } of entries) {
    const lines = sheet.wrap(description, 200, body);
    if (y + lines.length * 11 > 742) {
      sheet.addPage();
      side();
      y = 50;
      head();
    }
    sheet.text(left, y, printed(date, form), body);
    // The lines after the first line are smaller and grey.
    for (const [at, line] of lines.entries())
      sheet.text(left + 46, y + at * 11, line, at === 0 ? body : styleOf(face.regular, 8, '#666666'));
    sheet.text(510, y, money(cents, { negative: 'parentheses' }), { ...body, align: 'right' });
    sheet.text(right, y, money(balance, { negative: 'parentheses' }), { ...body, align: 'right' });
    y += lines.length * 11 + 6;
  }
  const file = await sheet.finish((page, pages) => {
    sheet.text(left, 772, `${bank} · Member FDIC`, small);
    sheet.text(right, 772, `Page ${page} of ${pages}`, { ...small, align: 'right' });
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
