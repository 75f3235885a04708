// Pages that belong to no known document type: letters, leases, offers and blank pages.
import type { Layout, Random } from '../sample.ts';
import {
  type DateForm,
  dateOf,
  daysAfter,
  instantOf,
  money,
  printed,
  wholeDollars,
  yearsAfter,
} from '../statements/formats.ts';
import { type Drawn, faceOf, inkOf, layoutOf, logo, piecesFor, styleOf } from '../statements/kit.ts';
import {
  addressOf,
  bankOf,
  companyOf,
  digitsOf,
  holderOf,
  nameOf,
  personOf,
  phoneOf,
  siteOf,
} from '../statements/parties.ts';
import { SANS, SERIF, type Sheet, type Style, sheetOf } from '../statements/sheet.ts';

export async function otherOf(sheet: Sheet, onPage?: (page: number, pages: number) => void): Promise<Drawn> {
  const pages = sheet.page();
  const file = await sheet.finish(onPage);
  return { file, documents: [{ document_type: 'OTHER', subtype: null, pages: [1, pages], fields: {}, tables: {} }] };
}

/** Prints paragraphs one below the other, and continues on new pages if needed. */
function paragraphs(
  sheet: Sheet,
  y: number,
  left: number,
  right: number,
  texts: readonly string[],
  style: Style,
): number {
  const leading = style.size * 1.35;
  let at = y;
  for (const text of texts) {
    const lines = sheet.wrap(text, right - left, style);
    if (at + lines.length * leading > 735) {
      sheet.addPage();
      at = 72;
    }
    at = sheet.lines(left, at, lines, style, leading) + leading * 0.8;
  }
  return at;
}

const LONG_DATES: readonly DateForm[] = ['Month D, YYYY', 'Month D, YYYY', 'MM/DD/YYYY', 'DD Mon YYYY'];

/**
 * A letter of explanation, a gift letter, or a letter from a landlord. Such letters are common in loan files, and their
 * text contains amounts.
 */
export const letter: Layout = layoutOf('letter', async (random) => {
  const face = random.pick([SERIF, SERIF, SANS]);
  const date = dateOf(random, 2021, 2025);
  const form = random.pick(LONG_DATES);
  const sheet = sheetOf({
    title: 'Letter',
    created: instantOf(date),
    producer: 'Word Writer 16',
    pieces: piecesFor(random),
  });
  const body = styleOf(face.regular, random.pick([10, 11, 12]));
  const left = random.integer(60, 80);
  const right = 612 - left;
  const writer = nameOf(personOf(random));
  const other = nameOf(personOf(random));
  const amount = money(random.integer(400, 29_000) * 100, { dollar: true });
  const rent = money(random.integer(650, 3_100) * 100, { dollar: true });
  const texts = random.pick([
    [
      `RE: Letter of explanation, loan application ${digitsOf(random, 8)}`,
      'To whom it may concern:',
      `I am writing about the deposit of ${amount} into my checking account on ${printed(daysAfter(date, -30), form)}. The money came from the sale of my 2012 pickup truck to ${other}. I have attached the bill of sale.`,
      'I also moved twice in the last two years because of work. My earlier address is on the application.',
      'Please call me if you need anything else.',
    ],
    [
      'GIFT LETTER',
      `I, ${writer}, certify that I have given a gift of ${amount} to ${other}, my ${random.pick(['daughter', 'son', 'niece', 'brother'])}, to be used toward the purchase of a home.`,
      'No repayment of this gift is expected or implied, either in cash or by future services of the recipient. The funds did not come from any person with an interest in the sale of the property.',
      `The funds were transferred from my account at ${bankOf(random)} by wire on ${printed(daysAfter(date, -4), form)}.`,
    ],
    [
      `Dear ${other},`,
      `This letter confirms that you have rented the apartment since ${printed(yearsAfter(date, -3), form)}. Your rent is ${rent} per month and you have always paid on time.`,
      `Starting ${printed(daysAfter(date, 60), form)} the rent will rise by $75.00. Water and trash collection stay included. Please tell me by the end of the month if you wish to stay for another year.`,
      'The building will be painted in spring. The contractor will put a notice on each door one week before.',
    ],
  ]);
  sheet.lines(left, 84, [writer, ...addressOf(random)], body);
  sheet.text(left, 160, printed(date, form), body);
  const y = paragraphs(sheet, 200, left, right, [...texts, 'Sincerely,'], body);
  sheet.text(left, y + 34, writer, body);
  if (random.chance(0.5)) sheet.text(left, y + 52, phoneOf(random), body);
  return otherOf(sheet);
});

/**
 * A letter in which an employer confirms a job and a salary. It names an employer, a person and pay, but it is not a
 * pay stub.
 */
export const employmentLetter: Layout = layoutOf('employment-letter', async (random) => {
  const face = random.pick([SERIF, SANS]);
  const ink = inkOf(random);
  const company = companyOf(random);
  const person = nameOf(personOf(random));
  const date = dateOf(random, 2021, 2025);
  const form = random.pick(LONG_DATES);
  const sheet = sheetOf({ title: 'Employment verification', created: instantOf(date), pieces: piecesFor(random) });
  const left = 66;
  const right = 546;
  const body = styleOf(face.regular, 10.5);
  const salary = random.integer(310, 1_450) * 10_000;
  const edge = logo(sheet, random, left, 40, company, ink);
  sheet.text(edge + 10, 60, company, styleOf(face.bold, 15, ink));
  sheet.text(right, 84, `${addressOf(random).join(', ')}`, styleOf(face.regular, 8, '#555555', 'right'));
  sheet.rule(left, 92, right, { color: ink });
  sheet.text(left, 124, printed(date, form), body);
  const listed = random.chance(0.5);
  const intro = [
    random.pick(['To Whom It May Concern:', `Re: Verification of employment for ${person}`]),
    `This letter is to confirm that ${person} has been employed with ${company} since ${printed(yearsAfter(date, -random.integer(1, 9)), form)}${listed ? '. The details are as follows:' : ` as ${random.pick(['Shift Supervisor', 'Dental Hygienist', 'Senior Machinist'])}, working full time with an annual gross salary of ${money(salary, { dollar: true })}, paid biweekly.`}`,
  ];
  let y = paragraphs(sheet, 156, left, right, intro, body);
  if (listed) {
    const facts: [string, string][] = [
      ['Employee name', person],
      ['Position', random.pick(['Warehouse Associate', 'Registered Nurse', 'Teacher, Grade 4'])],
      ['Employment status', 'Active, full time'],
      ['Base pay', `${money(Math.round(salary / 2080), { dollar: true })} per hour`],
      ['Average hours per week', '40.00'],
      ['Gross earnings year to date', money(Math.round(salary * random.next()), { dollar: true })],
      ['Gross earnings last year', money(salary, { dollar: true })],
      ['Overtime', 'Likely to continue'],
    ];
    facts.forEach(([label, value], at) => {
      sheet.text(left + 14, y + at * 16, label, body);
      sheet.text(left + 230, y + at * 16, value, body);
    });
    y += facts.length * 16 + 14;
  }
  y = paragraphs(
    sheet,
    y,
    left,
    right,
    [`If you have any questions, please contact our human resources office at ${phoneOf(random)}.`, 'Sincerely,'],
    body,
  );
  sheet.lines(
    left,
    y + 34,
    [nameOf(personOf(random)), random.pick(['Human Resources Manager', 'Payroll Administrator']), company],
    body,
  );
  return otherOf(sheet);
});

/** A residential lease of two or three pages. */
export const lease: Layout = layoutOf('lease', async (random) => {
  const face = random.pick([SERIF, SERIF, SANS]);
  const date = dateOf(random, 2021, 2025);
  const form = random.pick(LONG_DATES);
  const sheet = sheetOf({ title: 'Residential Lease', created: instantOf(date), pieces: piecesFor(random) });
  const body = styleOf(face.regular, random.pick([11, 11.5, 12]));
  const left = 64;
  const right = 548;
  const rent = random.integer(80, 340) * 1_000;
  const landlord = random.chance(0.5) ? nameOf(personOf(random)) : `${companyOf(random)} Properties`;
  const tenant = holderOf(random);
  const address = addressOf(random).join(', ');
  sheet.text(306, 66, 'RESIDENTIAL LEASE AGREEMENT', styleOf(face.bold, 14, '#000000', 'center'));
  const clauses = [
    `This Lease Agreement is made on ${printed(date, form)} between ${landlord} ("Landlord") and ${tenant} ("Tenant").`,
    `PREMISES. Landlord leases to Tenant the residence at ${address}.`,
    `TERM. The lease begins on ${printed(daysAfter(date, 14), form)} and ends on ${printed(yearsAfter(daysAfter(date, 13), 1), form)}.`,
    `RENT. Tenant shall pay ${money(rent, { dollar: true })} per month, due on the first day of each month. Total rent for the term is ${money(rent * 12, { dollar: true })}.`,
    `SECURITY DEPOSIT. Tenant has paid a deposit of ${money(rent, { dollar: true })}, which is returned within 30 days after the end of the lease less deductions for damage.`,
    `LATE CHARGE. If rent is not received by the fifth day of the month, a late charge of ${money(random.pick([5_000, 7_500]), { dollar: true })} is due. A returned check costs $35.00.`,
    'UTILITIES. Tenant pays electricity, gas and internet. Landlord pays water, sewer and trash collection.',
    'USE. The premises are used as a private residence only. No more than four persons may live in the premises without written consent of Landlord.',
    'MAINTENANCE. Tenant keeps the premises clean and in good repair, reports defects at once, and makes no alterations without written consent. Landlord keeps the structure, plumbing, heating and electrical systems in working order.',
    'PETS. No animals are kept on the premises without written consent. A pet fee of $250.00 applies to each animal.',
    'ENTRY. Landlord may enter the premises at reasonable hours after 24 hours notice to inspect, repair or show them. In an emergency no notice is needed.',
    'INSURANCE. Tenant is advised to obtain renters insurance. The insurance of Landlord does not cover the belongings of Tenant.',
    'ASSIGNMENT. Tenant may not assign this lease or sublet the premises without written consent of Landlord.',
    'DEFAULT. If Tenant fails to pay rent or breaks any term of this lease, Landlord may end the lease as the law of the state provides.',
    'GOVERNING LAW. The laws of the state in which the premises are located govern this lease. If a part of this lease is not valid, the rest remains in force.',
    'ENTIRE AGREEMENT. This lease is the whole agreement of the parties and is changed only in writing signed by both.',
  ];
  const numbered = clauses
    .map((clause, at) => (at === 0 ? clause : `${at}. ${clause}`))
    .slice(0, random.integer(12, 16));
  const y = paragraphs(sheet, 96, left, right, numbered, body);
  if (y > 640) sheet.addPage();
  const sign = y > 640 ? 90 : y + 36;
  for (const [at, label] of ['Landlord', 'Tenant'].entries()) {
    const x = left + at * 250;
    sheet.rule(x, sign, x + 200);
    sheet.text(x, sign + 12, `${label}`, body);
    sheet.text(x + 150, sign + 12, 'Date', body);
  }
  return otherOf(sheet, (page, pages) =>
    sheet.text(306, 768, `Lease - page ${page} of ${pages}`, styleOf(face.regular, 8, '#444444', 'center')),
  );
});

/** An advertisement with rates and amounts in bold type. */
export const cardOffer: Layout = layoutOf('card-offer', async (random) => {
  const face = random.pick([SANS, SANS, SERIF]);
  const ink = inkOf(random);
  const bank = bankOf(random);
  const person = personOf(random);
  const date = dateOf(random, 2021, 2025);
  const sheet = sheetOf({ title: 'Offer', created: instantOf(date), pieces: piecesFor(random) });
  const left = 52;
  const right = 560;
  const body = styleOf(face.regular, 10);
  const limit = wholeDollars(random.integer(3, 25) * 100_000);
  sheet.box(0, 0, 612, 120, { fill: ink });
  sheet.text(left, 50, bank, styleOf(face.bold, 18, '#ffffff'));
  sheet.text(
    left,
    84,
    random.pick(['You are pre-approved.', 'An offer made for you', 'Earn more on every purchase']),
    styleOf(face.bold, 22, '#ffffff'),
  );
  sheet.box(410, 26, 140, 78, { fill: '#f2c94c', round: 8 });
  sheet.text(422, 90, '0000 0000 0000 0000', styleOf(face.bold, 9, '#333333'));
  sheet.lines(left, 150, [nameOf(person), ...addressOf(random)], body);
  sheet.text(left, 214, `Reservation number: ${digitsOf(random, 4)}-${digitsOf(random, 6)}`, body);
  let y = paragraphs(
    sheet,
    244,
    left,
    right,
    [
      `Dear ${person.first} ${person.last},`,
      `You have been selected for the ${bank} Rewards Card with a credit line of up to ${limit}. Transfer your balances and pay 0% introductory APR for the first ${random.pick([12, 15, 18])} billing cycles.`,
      `Reply by ${printed(daysAfter(date, 45), 'Month D, YYYY')} and earn a ${wholeDollars(random.pick([10_000, 15_000, 20_000]))} statement credit after you spend $500 in the first three months. No annual fee. No deposits required.`,
    ],
    body,
  );
  sheet.box(left, y, right - left, 20, { fill: '#e8e8e8' });
  sheet.text(left + 6, y + 14, 'Interest Rates and Interest Charges', styleOf(face.bold, 10));
  y += 36;
  const rates: [string, string][] = [
    ['Annual Percentage Rate (APR) for Purchases', `${random.integer(15, 28)}.${random.integer(10, 99)}%`],
    ['APR for Balance Transfers', '0% introductory APR'],
    ['APR for Cash Advances', `${random.integer(24, 30)}.49%`],
    ['Minimum Interest Charge', '$1.50'],
    ['Annual Fee', 'None'],
    ['Balance Transfer Fee', 'Either $5 or 3% of each transfer'],
    ['Late Payment', 'Up to $40'],
  ];
  for (const [label, value] of rates) {
    sheet.text(left + 6, y, label, body);
    sheet.text(left + 280, y, value, styleOf(face.bold, 10));
    sheet.rule(left, y + 6, right, { width: 0.4, color: '#999999' });
    y += 19;
  }
  sheet.paragraph(
    left,
    y + 10,
    right - left,
    `This is a solicitation. You can choose to stop receiving prescreened offers of credit by calling ${phoneOf(random)}. Credit is subject to approval; see ${siteOf(bank)} for terms.`,
    styleOf(face.regular, 8, '#444444'),
  );
  return otherOf(sheet);
});

const BLANK_TEXTS = [
  '',
  '',
  'This page intentionally left blank',
  'THIS PAGE INTENTIONALLY LEFT BLANK',
  'Reverse side',
];

/** One to three blank pages. A page is entirely empty, has a notice, or has only a page number. */
export const blank: Layout = layoutOf('blank', async (random) => {
  const face = faceOf(random);
  const sheet = sheetOf({ title: 'Blank', created: instantOf(dateOf(random, 2021, 2025)) });
  const text = random.pick(BLANK_TEXTS);
  const pages = random.pick([1, 1, 1, 2, 3]);
  for (let page = 1; page <= pages; page++) {
    if (page > 1) sheet.addPage();
    decorate(random, sheet);
    sheet.text(306, random.integer(300, 420), text, styleOf(face.regular, 11, '#000000', 'center'));
  }
  const numbered = random.chance(0.4);
  return otherOf(sheet, (page) => {
    if (numbered) sheet.text(306, 768, String(page + 1), styleOf(face.regular, 9, '#000000', 'center'));
  });
});

/** Draws a frame or a line on some blank pages. */
function decorate(random: Random, sheet: Sheet): void {
  if (random.chance(0.2)) sheet.box(36, 36, 540, 720, { stroke: '#888888' });
  if (random.chance(0.2)) sheet.rule(36, 748, 576, { color: '#888888' });
}
