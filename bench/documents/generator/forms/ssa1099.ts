// Form SSA-1099, the statement of social security benefits that is mailed every January.
import { addressLines, digits, maskedSsn, nameOf, newAddress, newPerson, newSsn } from '../people.ts';
import { decimal, type Layout } from '../sample.ts';
import { type Box, type Canvas, dollarsAndCents, type Font, newCanvas, randomFor, sampleOf } from './canvas.ts';

type Statement = {
  year: number;
  name: string;
  ssn: string;
  claim: string;
  address: string[];
  paid: number;
  repaid: number;
  net: number;
  tax: number;
  medicare: number;
};

export const ssaStatement: Layout = async (seed) => {
  const random = randomFor('ssa_1099_official', seed);
  const year = random.integer(2020, 2025);
  const ssn = newSsn(random);
  const monthly = random.integer(78_000, 380_000);
  const paid = monthly * random.pick([12, 12, 12, 7, 4]);
  const repaid = random.chance(0.12) ? random.integer(10_000, 200_000) : 0;
  const statement: Statement = {
    year,
    name: nameOf(newPerson(random), 'initial').toUpperCase(),
    ssn: random.chance(0.6) ? maskedSsn(ssn, '***-**-') : ssn,
    claim: `${digits(random, 3)}-00-${digits(random, 4)}A`,
    address: addressLines(newAddress(random), false).map((line) => line.toUpperCase()),
    paid,
    repaid,
    net: paid - repaid,
    tax: random.chance(0.4) ? Math.round((paid * random.pick([7, 10, 12, 22])) / 100) : 0,
    medicare: random.integer(144_60, 174_70) * 12,
  };
  const canvas = newCanvas({ seed, year, title: 'SSA-1099' });
  const font = random.pick<Font>(['Helvetica', 'Courier', 'Helvetica-Bold']);
  const none = random.pick(['NONE', '$0.00', '0.00']);
  draw(canvas, statement, font, none);
  return sampleOf('ssa_1099_official', seed, canvas, [
    {
      document_type: 'F1099',
      subtype: 'SSA_1099',
      pages: [1, 1],
      fields: {
        year: String(year),
        recipient_name: statement.name,
        recipient_tin: statement.ssn,
        benefits_paid: decimal(paid),
        ...(repaid > 0 || none !== 'NONE' ? { benefits_repaid: decimal(repaid) } : {}),
        net_benefits: decimal(statement.net),
        ...(statement.tax > 0 || none !== 'NONE' ? { federal_tax: decimal(statement.tax) } : {}),
      },
      tables: {},
    },
  ]);
};

function draw(canvas: Canvas, statement: Statement, font: Font, none: string): void {
  const { year, paid, repaid, net, tax } = statement;
  const money = (cents: number) => (cents === 0 ? none : `$${dollarsAndCents(cents, true)}`);
  canvas.text('FORM SSA-1099 – SOCIAL SECURITY BENEFIT STATEMENT', 306, 44, {
    font: 'Helvetica-Bold',
    size: 13,
    align: 'center',
  });
  canvas.text(String(year), 54, 66, { font: 'Helvetica-Bold', size: 24 });
  canvas.paragraph(
    '• PART OF YOUR SOCIAL SECURITY BENEFITS SHOWN IN BOX 5 MAY BE TAXABLE INCOME.\n• SEE THE REVERSE FOR MORE INFORMATION.',
    130,
    70,
    440,
    { font: 'Helvetica-Bold', size: 8 },
  );
  const cell = (box: Box, label: string, value: string) => {
    canvas.rectangle(box, { line: 0.8 });
    canvas.text(label, box.x + 4, box.y + 3, { size: 7.5, fit: box.width - 8 });
    canvas.text(value, box.x + 10, box.y + 16, { font, size: 10, fit: box.width - 14 });
  };
  const y = 98;
  cell({ x: 48, y, width: 330, height: 32 }, 'Box 1. Name', statement.name);
  cell({ x: 378, y, width: 186, height: 32 }, 'Box 2. Beneficiary’s Social Security Number', statement.ssn);
  cell({ x: 48, y: y + 32, width: 172, height: 34 }, `Box 3. Benefits Paid in ${year}`, money(paid));
  cell({ x: 220, y: y + 32, width: 172, height: 34 }, `Box 4. Benefits Repaid to SSA in ${year}`, money(repaid));
  cell(
    { x: 392, y: y + 32, width: 172, height: 34 },
    `Box 5. Net Benefits for ${year} (Box 3 minus Box 4)`,
    money(net),
  );
  const left = { x: 48, y: y + 66, width: 258, height: 250 };
  canvas.rectangle(left, { line: 0.8 });
  canvas.text('DESCRIPTION OF AMOUNT IN BOX 3', left.x + 129, left.y + 6, {
    font: 'Helvetica-Bold',
    size: 8,
    align: 'center',
  });
  const medicare = Math.min(statement.medicare, paid);
  const lines: [string, number][] = [
    ['Paid by check or direct deposit', paid - medicare - tax],
    ['Medicare Part B premiums deducted', medicare],
    ['from your benefits', -1],
    ...(tax > 0 ? ([['Voluntary Federal income tax withheld', tax]] satisfies [string, number][]) : []),
    ['Total Additions', paid],
    ['Benefits for ' + String(year), paid],
  ];
  lines.forEach(([label, cents], index) => {
    canvas.text(label, left.x + 6, left.y + 24 + index * 15, { size: 8 });
    if (cents >= 0)
      canvas.text(`$${dollarsAndCents(cents, true)}`, left.x + 250, left.y + 24 + index * 15, {
        font,
        size: 8.5,
        align: 'right',
      });
  });
  const right = { x: 306, y: y + 66, width: 258, height: 100 };
  canvas.rectangle(right, { line: 0.8 });
  canvas.text('DESCRIPTION OF AMOUNT IN BOX 4', right.x + 129, right.y + 6, {
    font: 'Helvetica-Bold',
    size: 8,
    align: 'center',
  });
  canvas.text(repaid > 0 ? 'Benefits withheld or returned' : 'NONE', right.x + 6, right.y + 24, { size: 8 });
  if (repaid > 0) canvas.text(money(repaid), right.x + 250, right.y + 24, { font, size: 8.5, align: 'right' });
  cell({ x: 306, y: y + 166, width: 258, height: 34 }, 'Box 6. Voluntary Federal Income Tax Withheld', money(tax));
  const address = { x: 306, y: y + 200, width: 258, height: 82 };
  canvas.rectangle(address, { line: 0.8 });
  canvas.text('Box 7. Address', address.x + 4, address.y + 3, { size: 7.5 });
  statement.address.forEach((line, index) => {
    canvas.text(line, address.x + 16, address.y + 20 + index * 13, { font, size: 9.5, fit: 230 });
  });
  cell(
    { x: 306, y: y + 282, width: 258, height: 34 },
    'Box 8. Claim Number (Use this number if you need to contact SSA.)',
    statement.claim,
  );
  canvas.text('Form SSA-1099-SM (1-' + String(year + 1) + ')', 48, y + 322, { size: 7.5 });
  canvas.text('DO NOT RETURN THIS FORM TO SSA OR IRS', 564, y + 322, {
    font: 'Helvetica-Bold',
    size: 8,
    align: 'right',
  });
}
