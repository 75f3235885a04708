// Declaration pages of home insurance.
import type { Layout, Random } from '../sample.ts';
import { type DateForm, daysAfter, instantOf, money, printed } from '../statements/formats.ts';
import { faceOf, inkOf, layoutOf, logo, piecesFor, styleOf } from '../statements/kit.ts';
import { addressOf, bankOf, digitsOf, nameOf, personOf, phoneOf, siteOf } from '../statements/parties.ts';
import { MONO, SANS, SERIF, sheetOf } from '../statements/sheet.ts';
import { type Flow, need, printTable, type Row } from '../statements/table.ts';
import { homeCoverages, homeTruth, policyOf, premiumSum } from './policy.ts';

const agencyOf = (random: Random): string =>
  `${personOf(random).last} ${random.pick(['Insurance Agency', 'Agency Inc', '& Sons Insurance'])}`;
const propertyFor = (random: Random, mailing: string[]): string[] => (random.chance(0.6) ? mailing : addressOf(random));

/**
 * The classic form. Boxes have small labels. Limits and premiums are in columns, and the deductibles are in a sentence.
 */
export const homeBoxes: Layout = layoutOf('home-boxes', async (random) => {
  const face = random.pick([SANS, SERIF, MONO]);
  const coverages = homeCoverages(random, { premiums: 'all', deductibles: false, letters: random.chance(0.6) });
  const policy = policyOf(random, 'home', 12, premiumSum(coverages));
  const property = propertyFor(random, policy.mailing);
  const sheet = sheetOf({
    title: 'Declarations',
    created: instantOf(daysAfter(policy.effective, -30)),
    pieces: piecesFor(random),
  });
  const left = 40;
  const right = 572;
  const small = styleOf(face.regular, 7, '#333333');
  const body = styleOf(face.regular, 9);
  const bold = styleOf(face.bold, 9);
  const form = random.pick<DateForm>(['MM/DD/YYYY', 'MM-DD-YYYY', 'Mon DD, YYYY']);

  sheet.text(306, 48, policy.insurer, styleOf(face.bold, 14, '#000000', 'center'));
  sheet.text(306, 62, addressOf(random).join(', '), styleOf(face.regular, 8, '#333333', 'center'));
  sheet.text(
    306,
    86,
    random.pick(['HOMEOWNERS POLICY DECLARATIONS', 'HOMEOWNERS DECLARATIONS PAGE', 'DECLARATIONS - HOMEOWNERS POLICY']),
    styleOf(face.bold, 12, '#000000', 'center'),
  );
  const cell = (x: number, y: number, width: number, height: number, label: string, lines: readonly string[]): void => {
    sheet.box(x, y, width, height, { stroke: '#000000' });
    sheet.text(x + 4, y + 9, label, small);
    sheet.lines(x + 4, y + 22, lines, body, 11.5);
  };
  cell(left, 98, 178, 32, 'POLICY NUMBER', [policy.number]);
  cell(left + 178, 98, 177, 32, 'POLICY PERIOD  FROM', [printed(policy.effective, form)]);
  cell(left + 355, 98, 177, 32, 'TO   (12:01 A.M. Standard Time)', [printed(policy.expiration, form)]);
  cell(left, 130, 266, 66, 'NAMED INSURED AND MAILING ADDRESS', [policy.insured, ...policy.mailing]);
  cell(left + 266, 130, 266, 66, 'AGENT', [agencyOf(random), ...addressOf(random)]);
  cell(
    left,
    196,
    532,
    56,
    random.pick(['RESIDENCE PREMISES', 'LOCATION OF RESIDENCE PREMISES', 'INSURED PROPERTY ADDRESS']),
    property,
  );

  sheet.paragraph(
    left,
    268,
    532,
    'Coverage is provided where a premium or limit of liability is shown for the coverage.',
    styleOf(face.italic, 8),
  );
  const flow: Flow = {
    sheet,
    y: 292,
    bottom: 736,
    startPage: () => {
      sheet.addPage();
      sheet.text(left, 44, `Policy Number: ${policy.number}`, bold);
      return 76;
    },
  };
  const rows: Row[] = coverages.map(({ description, limit, premium }) => ({
    cells: [description, limit?.text ?? '', premium?.text ?? ''],
  }));
  printTable(
    flow,
    [
      { head: random.pick(['COVERAGES', 'COVERAGE']), x: left + 6 },
      { head: random.pick(['LIMIT OF LIABILITY', 'LIMITS', 'LIMIT']), x: 430, align: 'right' },
      { head: 'PREMIUM', x: right - 6, align: 'right' },
    ],
    rows,
    { head: { ...bold, fill: '#dddddd' }, body, left, right, grid: [320, 440], gap: 5 },
  );
  flow.y += 8;
  if (policy.fee_cents > 0) {
    sheet.text(320, flow.y, 'Policy Fee', body);
    sheet.text(right - 6, flow.y, money(policy.fee_cents, { dollar: true }), { ...body, align: 'right' });
    flow.y += 14;
  }
  sheet.text(320, flow.y, random.pick(['TOTAL POLICY PREMIUM', 'TOTAL ANNUAL PREMIUM', 'Total Premium']), bold);
  sheet.text(right - 6, flow.y, money(policy.total_cents, { dollar: true }), { ...bold, align: 'right' });
  flow.y += 26;
  const perils = money(random.pick([50_000, 100_000, 250_000]), { dollar: true });
  sheet.text(left, flow.y, `DEDUCTIBLE - Section I: ${perils} all perils`, body);
  flow.y += 20;
  if (random.chance(0.6)) {
    sheet.text(left, flow.y, 'FORMS AND ENDORSEMENTS MADE PART OF THIS POLICY:', small);
    sheet.text(left, flow.y + 12, 'HO 00 03 05 11   HO 04 96 10 00   HO 23 86 05 13   IL P 001 01 04', body);
    flow.y += 32;
  }
  if (random.chance(0.6)) {
    need(flow, 70);
    cell(left, flow.y, 300, 60, 'MORTGAGEE / LOAN NUMBER', [
      `${bankOf(random)} ISAOA/ATIMA`,
      `PO Box ${digitsOf(random, 4)}, ${addressOf(random).at(-1)}`,
      `Loan # ${digitsOf(random, 9)}`,
    ]);
    flow.y += 70;
  }
  need(flow, 40);
  sheet.rule(left, flow.y + 20, left + 190);
  sheet.text(left, flow.y + 30, 'Authorized Representative', small);
  const file = await sheet.finish((page, pages) =>
    sheet.text(right, 768, `Page ${page} of ${pages}`, { ...small, align: 'right' }),
  );
  return { file, documents: [homeTruth(policy, property, coverages, sheet.page())] };
});

/**
 * A renewal. First comes a letter with the amount due, then the declarations, with limit, deductible and premium in
 * columns.
 */
export const homeRenewal: Layout = layoutOf('home-renewal', async (random) => {
  const face = random.pick([SANS, SANS, SERIF]);
  const ink = inkOf(random);
  const coverages = homeCoverages(random, {
    premiums: random.pick(['all', 'dwelling']),
    deductibles: true,
    letters: random.chance(0.3),
  });
  const policy = policyOf(random, 'home', 12, premiumSum(coverages));
  const property = propertyFor(random, policy.mailing);
  const sheet = sheetOf({
    title: 'Renewal',
    created: instantOf(daysAfter(policy.effective, -40)),
    pieces: piecesFor(random),
  });
  const left = 54;
  const right = 558;
  const body = styleOf(face.regular, 9.5);
  const bold = styleOf(face.bold, 9.5);
  const form = random.pick<DateForm>(['Month D, YYYY', 'Mon D, YYYY', 'MM/DD/YYYY']);
  const person = policy.insured;
  const edge = logo(sheet, random, left, 36, policy.insurer, ink);
  sheet.text(edge + 8, 56, policy.insurer, styleOf(face.bold, 13, ink));
  sheet.lines(left, 118, [person, ...policy.mailing], body);
  sheet.text(right, 118, printed(daysAfter(policy.effective, -38), form), { ...body, align: 'right' });
  let y = 206;
  for (const text of [
    `Dear ${person},`,
    `Thank you for choosing ${policy.insurer}. Your homeowners policy ${policy.number} renews on ${printed(policy.effective, form)}. Your declarations page is enclosed. Please read it carefully and keep it with your policy.`,
    `If you would rather pay in installments, the first payment is ${money(Math.ceil(policy.total_cents / 10), { dollar: true })}. A $3.00 service charge applies to each installment.`,
    'If your mortgage company pays your premium, no action is needed. If something has changed in your home, such as a new roof or an alarm system, please call your agent.',
    'Sincerely,',
    `${nameOf(personOf(random))}, Vice President, Customer Care`,
  ])
    y = sheet.paragraph(left, y, right - left, text, body, 13) + 11;

  sheet.addPage();
  sheet.box(0, 0, 612, 54, { fill: ink });
  sheet.text(left, 34, 'Homeowners Policy Declarations', styleOf(face.bold, 15, '#ffffff'));
  sheet.text(
    right,
    34,
    random.pick(['Renewal', 'Renewal declarations']),
    styleOf(face.regular, 10, '#ffffff', 'right'),
  );
  const facts: [string, string][] = [
    ['Policy number:', policy.number],
    [
      'Policy period:',
      `${printed(policy.effective, form)} ${random.pick(['to', 'through', '-'])} ${printed(policy.expiration, form)}`,
    ],
    ['Named insured:', person],
    ['Underwritten by:', policy.insurer],
    [random.pick(['Property insured:', 'Insured location:', 'Property location:']), property[0] ?? ''],
  ];
  facts.forEach(([label, value], at) => {
    sheet.text(left, 84 + at * 16, label, bold);
    sheet.text(left + 112, 84 + at * 16, value, body);
  });
  const below = sheet.lines(left + 112, 84 + facts.length * 16 - 4, property.slice(1), body, 12);
  const flow: Flow = {
    sheet,
    y: below + 26,
    bottom: 736,
    startPage: () => {
      sheet.addPage();
      sheet.text(left, 44, `${person} | Policy ${policy.number}`, body);
      return 80;
    },
  };
  sheet.text(left, flow.y, 'Your coverage', styleOf(face.bold, 12, ink));
  flow.y += 20;
  const rows: Row[] = coverages.map(({ description, limit, deductible, premium }) => ({
    cells: [description, limit?.text ?? '', deductible?.text ?? '', premium?.text ?? ''],
  }));
  printTable(
    flow,
    [
      { head: 'Coverage', x: left },
      { head: 'Limit', x: 360, align: 'right' },
      { head: 'Deductible', x: 456, align: 'right' },
      { head: 'Premium', x: right, align: 'right' },
    ],
    rows,
    { head: { ...bold, rule: ink }, body, left, right, rules: '#dddddd', gap: 5 },
  );
  flow.y += 10;
  need(flow, 110);
  const subtotal = policy.total_cents - policy.fee_cents;
  const sums: [string, number][] = [
    ...(policy.fee_cents > 0
      ? [['Subtotal', subtotal] as [string, number], ['Inspection fee', policy.fee_cents] as [string, number]]
      : []),
    [
      random.pick(['Total annual premium', 'Total premium for the policy period', 'Your total premium']),
      policy.total_cents,
    ],
  ];
  sums.forEach(([label, cents], at) => {
    const style = at === sums.length - 1 ? bold : body;
    sheet.text(330, flow.y, label, style);
    sheet.text(right, flow.y, money(cents, { dollar: true }), { ...style, align: 'right' });
    flow.y += 15;
  });
  flow.y += 8;
  sheet.text(left, flow.y, 'Discounts applied', bold);
  sheet.lines(
    left,
    flow.y + 15,
    ['Claim free', 'Home and auto', 'Protective device'].slice(0, random.integer(1, 3)),
    body,
  );
  const phone = phoneOf(random);
  const file = await sheet.finish((page, pages) => {
    sheet.text(left, 766, `${siteOf(policy.insurer)}   ${phone}`, styleOf(face.regular, 7.5, '#666666'));
    sheet.text(right, 766, `${page} / ${pages}`, styleOf(face.regular, 7.5, '#666666', 'right'));
  });
  return { file, documents: [homeTruth(policy, property, coverages, sheet.page())] };
});

/**
 * Facts about the policy are on the left, and facts about the house on the right. Sections of limits without premiums
 * follow.
 */
export const homeHalves: Layout = layoutOf('home-halves', async (random) => {
  const face = faceOf(random);
  const ink = inkOf(random);
  const coverages = homeCoverages(random, {
    premiums: 'none',
    deductibles: random.chance(0.5),
    letters: random.chance(0.5),
  });
  const policy = policyOf(random, 'home', 12, premiumSum(coverages));
  const property = propertyFor(random, policy.mailing);
  const sheet = sheetOf({
    title: 'Policy Declarations',
    created: instantOf(daysAfter(policy.effective, -20)),
    pieces: piecesFor(random),
  });
  const left = 42;
  const middle = 312;
  const right = 570;
  const body = styleOf(face.regular, 8.5);
  const bold = styleOf(face.bold, 8.5);
  const form = random.pick<DateForm>(['MM/DD/YYYY', 'MM/DD/YY', 'Mon DD, YYYY', 'Month D, YYYY']);
  sheet.text(left, 52, policy.insurer, styleOf(face.bold, 13, ink));
  sheet.text(right, 52, 'Home Insurance', styleOf(face.regular, 11, '#333333', 'right'));
  sheet.text(right, 66, 'Declarations Page', styleOf(face.bold, 11, '#333333', 'right'));
  sheet.rule(left, 74, right, { color: ink, width: 2 });
  const half = (x: number, title: string, facts: readonly [string, ...string[]][]): void => {
    sheet.box(x, 90, 252, 15, { fill: '#e9e9e9' });
    sheet.text(x + 4, 101, title, bold);
    let y = 120;
    for (const [label, ...lines] of facts) {
      sheet.text(x + 4, y, label, styleOf(face.regular, 7.5, '#555555'));
      y = sheet.lines(x + 92, y, lines, body, 11) + 5;
    }
  };
  half(left, 'Policy information', [
    ['Policy number', policy.number],
    ['Named insured', ...sheet.wrap(policy.insured, 158, body)],
    ['Effective date', printed(policy.effective, form)],
    ['Expiration date', printed(policy.expiration, form)],
    ['Form type', random.pick(['HO-3 Special Form', 'HO-5 Comprehensive', 'HO-6 Condominium'])],
    ['Agent', agencyOf(random)],
  ]);
  half(middle, 'Property information', [
    ['Property address', ...property],
    ['Year built', String(random.integer(1921, 2019))],
    ['Construction', random.pick(['Frame', 'Masonry veneer', 'Brick'])],
    ['Protection class', String(random.integer(1, 9))],
    ['Square feet', `${random.integer(1, 3)},${digitsOf(random, 3)}`],
    ['Roof type', 'Composition shingle'],
  ]);
  const flow: Flow = {
    sheet,
    y: 256,
    bottom: 740,
    startPage: () => {
      sheet.addPage();
      return 60;
    },
  };
  const deductibles = coverages.some(({ deductible }) => deductible !== undefined);
  const rows: Row[] = coverages.map(({ description, limit, deductible }) => ({
    cells: [description, ...(deductibles ? [deductible?.text ?? '-'] : []), limit?.text ?? ''],
  }));
  printTable(
    flow,
    [
      { head: 'Coverages', x: left + 4 },
      ...(deductibles ? [{ head: 'Deductible', x: 430, align: 'right' as const }] : []),
      { head: random.pick(['Limit', 'Amount of insurance', 'Limit of liability']), x: right - 4, align: 'right' },
    ],
    rows,
    { head: { ...styleOf(face.bold, 8.5, '#ffffff'), fill: ink }, body, left, right, zebra: '#f5f5f5', gap: 5 },
  );
  flow.y += 18;
  need(flow, 90);
  sheet.box(left, flow.y - 14, right - left, 26, { stroke: ink });
  sheet.text(left + 8, flow.y + 3, random.pick(['Annual premium', 'Total policy premium', 'Policy premium']), bold);
  sheet.text(right - 8, flow.y + 3, money(policy.total_cents, { dollar: true }), {
    ...styleOf(face.bold, 11),
    align: 'right',
  });
  flow.y += 34;
  sheet.paragraph(
    left,
    flow.y,
    right - left,
    'This declarations page, with the policy form and endorsements, completes your policy. Flood damage is not covered by this policy. You may buy flood insurance from the national program.',
    styleOf(face.regular, 7.5, '#444444'),
  );
  const file = await sheet.finish();
  return { file, documents: [homeTruth(policy, property, coverages, sheet.page())] };
});
