// Parts that several generated documents share: the start of a sample, logos, legal notes, and the expected values of a
// statement.
import { decimal, type Layout, type Random, randomOf, type Truth } from '../sample.ts';
import type { Account } from './ledger.ts';
import { initialsOf } from './parties.ts';
import { type Face, MONO, type Pieces, SANS, SERIF, type Sheet, type Style } from './sheet.ts';

export type Drawn = { file: Buffer; documents: Truth[] };

/**
 * Makes a layout from a drawing function. Each layout has its own random numbers, so that the same seed produces
 * different people in different layouts.
 */
export const layoutOf =
  (layout: string, draw: (random: Random) => Promise<Drawn>): Layout =>
  async (seed) => {
    const mixed = [...layout].reduce((hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 0x01000193), seed + 1);
    return { layout, seed, ...(await draw(randomOf(mixed))) };
  };

export const styleOf = (font: string, size: number, color = '#000000', align: Style['align'] = 'left'): Style => ({
  font,
  size,
  color,
  align,
});

export const piecesFor = (random: Random): Pieces => random.pick(['line', 'line', 'line', 'word', 'word', 'letter']);
export const faceOf = (random: Random): Face => random.pick([SANS, SANS, SANS, SERIF, MONO]);
export const inkOf = (random: Random): string =>
  random.pick(['#12355b', '#7a1f2b', '#1d5c3a', '#333333', '#0b6e8a', '#5b2a86']);

/** Draws a logo with the initials in it and the name beside it. Returns the right edge of the logo. */
export function logo(sheet: Sheet, random: Random, x: number, y: number, name: string, ink: string): number {
  const white = styleOf(SANS.bold, 13, '#ffffff', 'center');
  const initials = initialsOf(name);
  const kind = random.integer(0, 3);
  if (kind === 0) sheet.box(x, y, 30, 30, { fill: ink });
  if (kind === 1) sheet.circle(x + 15, y + 15, 15, ink);
  if (kind === 2) sheet.box(x, y, 30, 30, { fill: ink, round: 7 });
  if (kind === 3) {
    sheet.triangle(
      [
        [x, y + 30],
        [x + 15, y],
        [x + 30, y + 30],
      ],
      ink,
    );
    return x + 30;
  }
  sheet.text(x + 15, y + 19.5, initials, white);
  return x + 30;
}

/** Returns the account number as it is printed: in full, in groups, or masked. */
export function accountNumber(random: Random, number: string): string {
  const last = number.slice(-4);
  return random.pick([
    number,
    `${'X'.repeat(number.length - 4)}${last}`,
    `****${last}`,
    `xxxx-xxxx-${last}`,
    `${number.slice(0, 3)} ${number.slice(3, -4)} ${last}`,
    `ending in ${last}`,
  ]);
}

export function statementTruth(input: {
  bank: string;
  holder: string;
  account: Account;
  pages: [number, number];
  rows: Record<string, string>[];
  /** The totals in cents. A total is undefined if the statement does not print it as one amount. */
  total_deposits?: number;
  total_withdrawals?: number;
}): Truth {
  const { bank, holder, account, pages, rows, total_deposits, total_withdrawals } = input;
  return {
    document_type: 'BANK_STATEMENT',
    subtype: null,
    pages,
    fields: {
      bank_name: bank,
      holder_name: holder,
      account_mask: account.number.slice(-4),
      period_start: account.start,
      period_end: account.end,
      opening_balance: decimal(account.opening),
      closing_balance: decimal(account.closing),
      ...(total_deposits === undefined ? {} : { total_deposits: decimal(total_deposits) }),
      ...(total_withdrawals === undefined ? {} : { total_withdrawals: decimal(Math.abs(total_withdrawals)) }),
    },
    tables: { transactions: rows },
  };
}

const NOTES = [
  'In case of errors or questions about your electronic transfers: Telephone us or write us at the address shown on the first page of this statement as soon as you can, if you think your statement or receipt is wrong or if you need more information about a transfer on the statement or receipt. We must hear from you no later than 60 days after we sent you the FIRST statement on which the error or problem appeared.',
  '(1) Tell us your name and account number. (2) Describe the error or the transfer you are unsure about, and explain as clearly as you can why you believe there is an error or why you need more information. (3) Tell us the dollar amount of the suspected error.',
  'We will investigate your complaint and will correct any error promptly. If we take more than 10 business days to do this, we will credit your account for the amount you think is in error, so that you will have use of the money during the time it takes us to complete our investigation.',
  'Reporting other problems: You must examine your statement carefully and promptly. You are in the best position to discover errors and unauthorized transactions on your account. If you fail to notify us in writing of suspected problems within 30 days, you may lose your right to make a claim against us.',
  'Direct deposits: If you have arranged to have direct deposits made to your account at least once every 60 days from the same person or company, you may call us to find out if the deposit was made as scheduled.',
];

/** Prints the notes on the back of a statement. Returns the baseline at which the next line would be. */
export function legalNotes(sheet: Sheet, x: number, y: number, width: number, face: Face, size = 7.5): number {
  let at = y;
  for (const note of NOTES) at = sheet.paragraph(x, at, width, note, styleOf(face.regular, size, '#333333')) + size;
  return at;
}

/** Draws a form for balancing a checkbook, with empty lines and sums for the customer to fill in. */
export function balancingForm(sheet: Sheet, x: number, y: number, face: Face): number {
  const body = styleOf(face.regular, 9);
  sheet.text(x, y, 'How to balance your account', styleOf(face.bold, 11));
  const steps = [
    '1. Enter the ending balance shown on this statement.',
    '2. Add deposits made after the ending date of this statement.',
    '3. Subtract checks and withdrawals that are not shown on this statement.',
    '4. This is your current balance. It should agree with your register.',
  ];
  steps.forEach((step, at) => {
    sheet.text(x, y + 22 + at * 18, step, body);
    sheet.text(x + 396, y + 22 + at * 18, '$', body);
    sheet.rule(x + 404, y + 24 + at * 18, x + 490);
  });
  return y + 22 + steps.length * 18 + 14;
}

/** Draws the table of overdraft fees, which American statements must have. */
export function feeTable(sheet: Sheet, random: Random, x: number, y: number, face: Face, fees_cents: number): number {
  const body = styleOf(face.regular, 8.5);
  const number = (cents: number): string => `$${(cents / 100).toFixed(2)}`;
  const year = fees_cents + random.pick([0, 0, 3_400, 6_800]);
  sheet.box(x, y, 400, 48, { stroke: '#666666' });
  sheet.text(x + 290, y + 12, 'Total for this period', { ...body, align: 'right' });
  sheet.text(x + 392, y + 12, 'Total year-to-date', { ...body, align: 'right' });
  sheet.rule(x, y + 17, x + 400, { color: '#666666' });
  sheet.text(x + 6, y + 28, 'Total overdraft fees', body);
  sheet.text(x + 6, y + 41, 'Total returned item fees', body);
  sheet.text(x + 290, y + 28, number(fees_cents), { ...body, align: 'right' });
  sheet.text(x + 392, y + 28, number(year), { ...body, align: 'right' });
  sheet.text(x + 290, y + 41, '$0.00', { ...body, align: 'right' });
  sheet.text(x + 392, y + 41, '$0.00', { ...body, align: 'right' });
  return y + 66;
}
