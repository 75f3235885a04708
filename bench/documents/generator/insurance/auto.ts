// Declaration pages of auto insurance.
import type { Layout } from '../sample.ts';
import { type DateForm, daysAfter, instantOf, money, printed } from '../statements/formats.ts';
import { faceOf, inkOf, layoutOf, logo, piecesFor, styleOf } from '../statements/kit.ts';
import { addressOf, bankOf, nameOf, personOf, phoneOf, siteOf } from '../statements/parties.ts';
import { MONO, SANS, SERIF, sheetOf } from '../statements/sheet.ts';
import { type Flow, need, printTable, type Row } from '../statements/table.ts';
import { autoTruth, type Coverage, policyOf, premiumSum, vehiclesOf } from './policy.ts';

const cellsOf = ({ description, limit, deductible, premium }: Coverage): string[] => [
  description,
  limit?.text ?? '',
  deductible?.text ?? '',
  premium?.text ?? '',
];

/** Each vehicle has a block with its coverages and its part of the premium. */
export const autoBlocks: Layout = layoutOf('auto-blocks', async (random) => {
  const face = random.pick([SANS, SANS, SERIF]);
  const ink = inkOf(random);
  const vehicles = vehiclesOf(random, 1, 3, { capitals: false });
  const coverages = vehicles.flatMap((vehicle) => vehicle.coverages);
  const months = random.pick([6, 12] as const);
  const policy = policyOf(random, 'auto', months, premiumSum(coverages));
  const sheet = sheetOf({
    title: 'Auto Declarations',
    created: instantOf(daysAfter(policy.effective, -25)),
    pieces: piecesFor(random),
  });
  const left = 48;
  const right = 564;
  const body = styleOf(face.regular, 9);
  const bold = styleOf(face.bold, 9);
  const form = random.pick<DateForm>(['Mon D, YYYY', 'Month D, YYYY', 'MM/DD/YYYY']);
  const edge = logo(sheet, random, left, 34, policy.insurer, ink);
  sheet.text(edge + 8, 53, policy.insurer, styleOf(face.bold, 12.5, ink));
  sheet.lines(left, 104, [policy.insured, ...policy.mailing], body);
  const facts: [string, string][] = [
    ['Policy Number:', policy.number],
    ['Policy Period:', `${printed(policy.effective, form)} - ${printed(policy.expiration, form)}`],
    ['Page:', '1'],
  ];
  facts.forEach(([label, value], at) => {
    sheet.text(right, 92 + at * 24, label, styleOf(face.regular, 8, '#555555', 'right'));
    sheet.text(right, 103 + at * 24, value, { ...bold, align: 'right' });
  });
  sheet.text(left, 184, 'Auto Insurance', styleOf(face.regular, 17));
  sheet.text(
    left,
    204,
    random.pick(['Coverage Summary', 'Declarations Page', 'Policy Declarations']),
    styleOf(face.bold, 14),
  );
  sheet.paragraph(
    left,
    224,
    right - left,
    `Your coverage begins on ${printed(policy.effective, form)} at 12:01 a.m. This policy expires on ${printed(policy.expiration, form)} at 12:01 a.m. The coverages, limits and policy period shown apply only if you pay for this policy.`,
    body,
  );
  sheet.text(left, 262, 'Drivers and household residents', styleOf(face.bold, 10.5, ink));
  const flow: Flow = {
    sheet,
    y: 278,
    bottom: 734,
    startPage: () => {
      sheet.addPage();
      sheet.text(left, 44, policy.insured, body);
      sheet.text(right, 44, `Policy Number: ${policy.number}   Page: ${sheet.page()}`, { ...body, align: 'right' });
      return 84;
    },
  };
  flow.y =
    sheet.lines(
      left,
      flow.y,
      [policy.insured.split(/ (?:or|and|&) /)[0] ?? '', ...(random.chance(0.4) ? [nameOf(personOf(random))] : [])],
      body,
    ) + 14;
  for (const vehicle of vehicles) {
    need(flow, 90 + vehicle.coverages.length * 16);
    const title = `${vehicle.year} ${vehicle.make} ${vehicle.model}`;
    sheet.text(left, flow.y, title, styleOf(face.bold, 11, ink));
    sheet.text(left, flow.y + 13, `VIN: ${vehicle.vin}`, body);
    sheet.text(left + 190, flow.y + 13, 'Primary use: Commute', styleOf(face.regular, 8, '#555555'));
    flow.y += 32;
    const rows: Row[] = vehicle.coverages.map((coverage) => ({ cells: cellsOf(coverage) }));
    printTable(
      flow,
      [
        { head: 'Coverage', x: left },
        { head: 'Limits', x: left + 150 },
        { head: 'Deductible', x: 470, align: 'right' },
        { head: 'Premium', x: right, align: 'right' },
      ],
      rows,
      {
        head: { ...styleOf(face.bold, 8), rule: '#000000' },
        body,
        left,
        right,
        gap: 3,
        ...(random.chance(0.5) ? { rules: '#dddddd' } : {}),
      },
    );
    sheet.text(left, flow.y + 2, random.pick([`Total premium for ${title}`, 'Vehicle subtotal']), bold);
    sheet.text(right, flow.y + 2, money(premiumSum(vehicle.coverages), { dollar: true }), { ...bold, align: 'right' });
    flow.y += 32;
  }
  need(flow, 60);
  if (policy.fee_cents > 0) {
    sheet.text(left, flow.y, 'Policy fees', body);
    sheet.text(right, flow.y, money(policy.fee_cents, { dollar: true }), { ...body, align: 'right' });
    flow.y += 15;
  }
  sheet.text(
    left,
    flow.y,
    random.pick([`Total ${months} month policy premium`, 'Total policy premium']),
    styleOf(face.bold, 10.5),
  );
  sheet.text(right, flow.y, money(policy.total_cents, { dollar: true }), styleOf(face.bold, 10.5, '#000000', 'right'));
  const phone = phoneOf(random);
  const file = await sheet.finish(() => {
    sheet.text(left, 766, `${siteOf(policy.insurer)}   ${phone}`, styleOf(face.regular, 7.5, '#666666'));
  });
  return { file, documents: [autoTruth(policy, vehicles, coverages, sheet.page())] };
});

/** A ruled form with one vehicle, one list of coverages, and labels above the values. */
export const autoForm: Layout = layoutOf('auto-form', async (random) => {
  const face = random.pick([SANS, SERIF, MONO]);
  const vehicles = vehiclesOf(random, 1, 1, { capitals: random.chance(0.7) });
  const coverages = vehicles.flatMap((vehicle) => vehicle.coverages);
  const policy = policyOf(random, 'auto', 6, premiumSum(coverages));
  const sheet = sheetOf({
    title: 'PERSONAL AUTO',
    created: instantOf(daysAfter(policy.effective, -15)),
    producer: 'FormWorks 9',
    pieces: piecesFor(random),
  });
  const left = 40;
  const right = 572;
  const size = face === MONO ? 8 : 9;
  const small = styleOf(face.regular, 6.5, '#333333');
  const body = styleOf(face.regular, size);
  const bold = styleOf(face.bold, size);
  const form = random.pick<DateForm>(['MM/DD/YYYY', 'MM-DD-YY', 'DD Mon YYYY']);
  const cell = (x: number, y: number, width: number, height: number, label: string, lines: readonly string[]): void => {
    sheet.box(x, y, width, height, { stroke: '#000000' });
    sheet.text(x + 4, y + 9, label, small);
    sheet.lines(x + 4, y + 21, lines, body, 11.5);
  };
  sheet.text(left, 50, policy.insurer, styleOf(face.bold, 12));
  sheet.text(right, 50, 'PERSONAL AUTO POLICY', styleOf(face.bold, 10, '#000000', 'right'));
  sheet.text(right, 63, 'DECLARATIONS', styleOf(face.bold, 10, '#000000', 'right'));
  cell(left, 76, 200, 30, 'POLICY NUMBER', [policy.number]);
  cell(left + 200, 76, 166, 30, 'EFFECTIVE DATE', [printed(policy.effective, form)]);
  cell(left + 366, 76, 166, 30, 'EXPIRATION DATE', [printed(policy.expiration, form)]);
  cell(left, 106, 266, 64, random.pick(['NAMED INSURED', 'INSURED NAME AND ADDRESS']), [
    policy.insured,
    ...policy.mailing,
  ]);
  cell(left + 266, 106, 266, 64, 'AGENCY', [`${personOf(random).last} Agency`, ...addressOf(random)]);
  const flow: Flow = {
    sheet,
    y: 194,
    bottom: 740,
    startPage: () => {
      sheet.addPage();
      return 60;
    },
  };
  const named = random.pick(['VIN', 'VEHICLE IDENTIFICATION NUMBER', 'IDENTIFICATION NO.']);
  printTable(
    flow,
    [
      { head: 'VEH', x: left + 6 },
      { head: 'YEAR', x: left + 50 },
      { head: 'MAKE', x: left + 100 },
      { head: 'MODEL', x: left + 190 },
      { head: named, x: left + 350 },
    ],
    vehicles.map(({ year, make, model, vin }, at) => ({ cells: [String(at + 1), year, make, model, vin] })),
    { head: bold, body, left, right, grid: [left + 44, left + 94, left + 184, left + 344] },
  );
  flow.y += 20;
  printTable(
    flow,
    [
      { head: 'COVERAGES', x: left + 6 },
      { head: 'LIMITS OF LIABILITY', x: left + 156, wrap: 200 },
      { head: 'DEDUCTIBLE', x: left + 440, align: 'right' },
      { head: 'PREMIUM', x: right - 6, align: 'right' },
    ],
    coverages.map((coverage) => ({ cells: cellsOf(coverage) })),
    { head: { ...bold, fill: '#e0e0e0' }, body, left, right, grid: [left + 150, left + 362, left + 448] },
  );
  flow.y += 8;
  if (policy.fee_cents > 0) {
    sheet.text(left + 280, flow.y, 'POLICY FEE', body);
    sheet.text(right - 6, flow.y, money(policy.fee_cents, { dollar: true }), { ...body, align: 'right' });
    flow.y += 14;
  }
  sheet.text(left + 280, flow.y, random.pick(['TOTAL PREMIUM', 'TOTAL POLICY PREMIUM', 'TOTAL TERM PREMIUM']), bold);
  sheet.text(right - 6, flow.y, money(policy.total_cents, { dollar: true }), { ...bold, align: 'right' });
  flow.y += 30;
  if (random.chance(0.6))
    cell(left, flow.y, 266, 48, 'LOSS PAYEE - VEH 1', [`${bankOf(random)} Auto Loans`, 'PO Box 8817']);
  flow.y += 66;
  sheet.paragraph(
    left,
    flow.y,
    532,
    'This policy is not valid until countersigned by our authorized representative. Countersignature date and place are shown on the policy jacket.',
    styleOf(face.regular, 7.5),
  );
  const file = await sheet.finish();
  return { file, documents: [autoTruth(policy, vehicles, coverages, sheet.page())] };
});

/** A list of vehicles, then one list of coverages in which a column names the vehicle. */
export const autoList: Layout = layoutOf('auto-list', async (random) => {
  const face = faceOf(random);
  const ink = inkOf(random);
  const vehicles = vehiclesOf(random, 1, 4, { capitals: random.chance(0.5) });
  const by_vehicle = random.chance(0.5);
  const listed = vehicles.flatMap(({ coverages }, vehicle) => coverages.map((coverage) => ({ coverage, vehicle })));
  const names = [...new Set(listed.map(({ coverage }) => coverage.description))];
  const ordered = by_vehicle
    ? listed
    : names.flatMap((name) => listed.filter(({ coverage }) => coverage.description === name));
  const coverages = ordered.map(({ coverage }) => coverage);
  const policy = policyOf(random, 'auto', random.pick([6, 12] as const), premiumSum(coverages));
  const sheet = sheetOf({
    title: 'Policy declarations',
    created: instantOf(daysAfter(policy.effective, -12)),
    pieces: piecesFor(random),
  });
  const left = 44;
  const right = 568;
  const size = face === MONO ? 8 : 9;
  const body = styleOf(face.regular, size);
  const bold = styleOf(face.bold, size);
  const form = random.pick<DateForm>(['MM/DD/YYYY', 'Mon DD, YYYY', 'M/D/YYYY']);
  sheet.box(left, 36, right - left, 30, { fill: ink });
  sheet.text(left + 10, 56, policy.insurer, styleOf(face.bold, 12.5, '#ffffff'));
  sheet.text(left, 88, 'Auto policy declarations', styleOf(face.bold, 12));
  const pairs: [string, string][] = [
    [random.pick(['Insured', 'Policyholder', 'Named insured']), policy.insured],
    ['Policy number', policy.number],
    [random.pick(['Effective', 'Effective date', 'From']), printed(policy.effective, form)],
    [random.pick(['Expires', 'Expiration date', 'To']), printed(policy.expiration, form)],
    [random.pick(['Total premium', 'Policy premium']), money(policy.total_cents, { dollar: true })],
  ];
  pairs.forEach(([label, value], at) => {
    sheet.text(left, 110 + at * 15, label, styleOf(face.regular, size, '#555555'));
    sheet.text(left + 110, 110 + at * 15, value, bold);
  });
  sheet.lines(400, 110, policy.mailing, body);
  const flow: Flow = {
    sheet,
    y: 208,
    bottom: 736,
    startPage: () => {
      sheet.addPage();
      sheet.text(left, 46, `${policy.insurer} - policy ${policy.number}`, body);
      return 80;
    },
  };
  printTable(
    flow,
    [
      { head: '#', x: left + 4 },
      { head: 'Year', x: left + 30 },
      { head: 'Make', x: left + 76 },
      { head: 'Model', x: left + 160 },
      { head: 'VIN', x: left + 300 },
      { head: 'Garaging ZIP', x: right - 4, align: 'right' },
    ],
    vehicles.map(({ year, make, model, vin }, at) => ({
      cells: [String(at + 1), year, make, model, vin, policy.mailing.at(-1)?.match(/\d{5}/)?.[0] ?? ''],
    })),
    { head: { ...bold, rule: ink }, body, left, right, rules: '#e0e0e0' },
  );
  flow.y += 22;
  const rows: Row[] = ordered.map(({ coverage, vehicle }) => {
    const [description = '', limit = '', deductible = '', premium = ''] = cellsOf(coverage);
    return {
      cells: [String(vehicle + 1), description, limit, deductible === '' ? '-' : deductible, premium.replace('$', '')],
    };
  });
  printTable(
    flow,
    [
      { head: 'Veh', x: left + 4 },
      { head: 'Coverage', x: left + 36 },
      { head: 'Limit', x: left + 178, wrap: 190 },
      { head: 'Deductible', x: 478, align: 'right' },
      { head: 'Premium', x: right - 4, align: 'right' },
    ],
    rows,
    { head: { ...bold, rule: ink }, body, left, right, rules: '#e0e0e0', gap: 4 },
  );
  need(flow, 50);
  if (policy.fee_cents > 0) {
    sheet.text(left + 36, flow.y, 'State fees', body);
    sheet.text(right - 4, flow.y, money(policy.fee_cents), { ...body, align: 'right' });
    flow.y += 15;
  }
  sheet.text(left + 36, flow.y, 'Total', bold);
  sheet.text(right - 4, flow.y, money(policy.total_cents, { dollar: true }), { ...bold, align: 'right' });
  const file = await sheet.finish((page, pages) => {
    sheet.text(306, 766, `Page ${page} of ${pages}`, styleOf(face.regular, 7.5, '#666666', 'center'));
  });
  return { file, documents: [autoTruth(policy, vehicles, coverages, sheet.page())] };
});
