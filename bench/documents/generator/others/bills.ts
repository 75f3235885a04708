// Bills and invoices. They belong to no known document type, but have tables, periods, balances or totals.
import type { Layout } from '../sample.ts';
import { type DateForm, dateOf, daysAfter, instantOf, money, monthFrom, printed } from '../statements/formats.ts';
import { faceOf, inkOf, layoutOf, logo, piecesFor, styleOf } from '../statements/kit.ts';
import { addressOf, bankOf, companyOf, digitsOf, holderOf, insurerOf, phoneOf, siteOf } from '../statements/parties.ts';
import { SANS, SERIF, sheetOf } from '../statements/sheet.ts';
import { type Flow, printTable, type Row } from '../statements/table.ts';
import { otherOf } from './letters.ts';

const UTILITIES = ['Verity Power & Light', 'TriCounty Water District', 'Hearth Gas Cooperative', 'Lantern Broadband'];

/** A bill with an account number, a service period, a previous balance and payments. */
export const utilityBill: Layout = layoutOf('utility-bill', async (random) => {
  const face = random.pick([SANS, SANS, SERIF]);
  const ink = inkOf(random);
  const company = random.pick(UTILITIES);
  const start = dateOf(random, 2021, 2025);
  const end = monthFrom(start);
  const form = random.pick<DateForm>(['MM/DD/YYYY', 'Mon DD, YYYY', 'MM/DD/YY']);
  const sheet = sheetOf({ title: 'Bill', created: instantOf(end), pieces: piecesFor(random) });
  const left = 46;
  const right = 566;
  const body = styleOf(face.regular, 9);
  const bold = styleOf(face.bold, 9);
  const edge = logo(sheet, random, left, 36, company, ink);
  sheet.text(edge + 8, 56, company, styleOf(face.bold, 15, ink));
  sheet.lines(left, 112, [holderOf(random), ...addressOf(random)], body);
  const previous = random.integer(3_000, 24_000);
  const charges: [string, number][] = [
    ['Basic service charge', random.integer(800, 2_200)],
    [`Usage ${random.integer(200, 1_900)} units @ 0.1${random.integer(100, 999)}`, random.integer(2_400, 18_000)],
    ['Fuel cost adjustment', random.integer(100, 900)],
    ['Franchise fee', random.integer(40, 400)],
    ['Sales tax', random.integer(60, 700)],
  ];
  const sum = charges.reduce((total, [, cents]) => total + cents, 0);
  const due = daysAfter(end, 21);
  const facts: [string, string][] = [
    ['Account number', digitsOf(random, 10)],
    ['Bill date', printed(end, form)],
    ['Service period', `${printed(start, form)} - ${printed(end, form)}`],
    ['Amount due', money(sum, { dollar: true })],
    ['Due date', printed(due, form)],
  ];
  facts.forEach(([label, value], at) => {
    sheet.text(340, 104 + at * 15, label, body);
    sheet.text(right, 104 + at * 15, value, { ...bold, align: 'right' });
  });
  const flow: Flow = { sheet, y: 214, bottom: 740, startPage: () => 60 };
  const rows: Row[] = [
    { cells: ['Previous balance', money(previous, { dollar: true })] },
    {
      cells: [`Payment received ${printed(daysAfter(start, 9), form)} - thank you`, money(-previous, { dollar: true })],
    },
    { cells: ['Balance forward', '$0.00'] },
    ...charges.map(([label, cents]) => ({ cells: [label, money(cents, { dollar: true })] })),
    { bold: true, cells: ['Total current charges', money(sum, { dollar: true })] },
    { bold: true, cells: ['Total amount due', money(sum, { dollar: true })] },
  ];
  printTable(
    flow,
    [
      { head: random.pick(['Account summary', 'Description']), x: left + 4 },
      { head: 'Amount', x: right - 4, align: 'right' },
    ],
    rows,
    { head: { ...bold, fill: '#e4ebf2' }, body, left, right, rules: '#dddddd', gap: 6 },
  );
  flow.y += 16;
  if (random.chance(0.6)) {
    sheet.text(left, flow.y, 'Meter readings', bold);
    flow.y += 16;
    const reading = random.integer(10_000, 80_000);
    printTable(
      flow,
      [
        { head: 'Meter', x: left + 4 },
        { head: 'Date', x: left + 110 },
        { head: 'Previous', x: left + 280, align: 'right' },
        { head: 'Current', x: left + 370, align: 'right' },
        { head: 'Usage', x: left + 460, align: 'right' },
      ],
      [{ cells: [digitsOf(random, 7), printed(end, form), String(reading), String(reading + 812), '812'] }],
      { head: { ...bold, rule: '#000000' }, body, left, right },
    );
  }
  sheet.rule(left, 640, right, { dash: 4 });
  sheet.text(
    306,
    654,
    'Please detach and return this portion with your payment',
    styleOf(face.italic, 8, '#444444', 'center'),
  );
  sheet.text(right, 684, `Pay ${money(sum, { dollar: true })} by ${printed(due, form)}`, { ...bold, align: 'right' });
  sheet.lines(left, 684, [company, `PO Box ${digitsOf(random, 5)}`, siteOf(company)], body);
  return otherOf(sheet);
});

/** An invoice. Its lines have hours or quantities, rates and totals. */
export const invoice: Layout = layoutOf('invoice', async (random) => {
  const face = faceOf(random);
  const ink = inkOf(random);
  const company = companyOf(random);
  const date = dateOf(random, 2021, 2025);
  const form = random.pick<DateForm>(['MM/DD/YYYY', 'Month D, YYYY', 'DD Mon YYYY']);
  const sheet = sheetOf({ title: 'Invoice', created: instantOf(date), pieces: piecesFor(random) });
  const left = 50;
  const right = 562;
  const body = styleOf(face.regular, 9);
  const bold = styleOf(face.bold, 9);
  sheet.text(left, 62, company, styleOf(face.bold, 14, ink));
  sheet.lines(left, 78, addressOf(random), body);
  sheet.text(right, 62, 'INVOICE', styleOf(face.bold, 20, '#333333', 'right'));
  const facts: [string, string][] = [
    ['Invoice #', digitsOf(random, 5)],
    ['Date', printed(date, form)],
    ['Terms', random.pick(['Net 30', 'Due on receipt'])],
    ['Due', printed(daysAfter(date, 30), form)],
  ];
  facts.forEach(([label, value], at) => {
    sheet.text(400, 84 + at * 13, label, body);
    sheet.text(right, 84 + at * 13, value, { ...body, align: 'right' });
  });
  sheet.text(left, 150, 'Bill to', bold);
  sheet.lines(left, 164, [holderOf(random), ...addressOf(random)], body);
  const items = Array.from({ length: random.integer(2, 14) }, () => {
    const quantity = random.integer(1, 80);
    const rate = random.integer(500, 14_500);
    const name = random.pick([
      'Labor - regular hours',
      'Labor - overtime',
      'Consulting',
      'Oak flooring, per box',
      'Site visit',
      'Materials',
      'Delivery',
      'Design review',
      'Travel',
    ]);
    return { name, quantity, rate, cents: quantity * rate };
  });
  const sum = items.reduce((total, { cents }) => total + cents, 0);
  const tax = Math.round(sum * random.pick([0, 0.06, 0.0725]));
  const flow: Flow = {
    sheet,
    y: 232,
    bottom: 720,
    startPage: () => {
      sheet.addPage();
      return 60;
    },
  };
  const hours = random.chance(0.5);
  printTable(
    flow,
    [
      { head: 'Description', x: left + 4 },
      { head: hours ? 'Hours' : 'Qty', x: 360, align: 'right' },
      { head: 'Rate', x: 450, align: 'right' },
      { head: 'Amount', x: right - 4, align: 'right' },
    ],
    items.map(({ name, quantity, rate, cents }) => ({
      cells: [name, hours ? `${quantity}.00` : String(quantity), money(rate), money(cents)],
    })),
    { head: { ...styleOf(face.bold, 9, '#ffffff'), fill: ink }, body, left, right, zebra: '#f4f4f4' },
  );
  flow.y += 10;
  const totals: [string, number][] = [
    ['Subtotal', sum],
    ['Sales tax', tax],
    ['Total', sum + tax],
    ['Payments', 0],
    ['Balance due', sum + tax],
  ];
  for (const [label, cents] of totals) {
    sheet.text(450, flow.y, label, { ...bold, align: 'right' });
    sheet.text(right - 4, flow.y, money(cents, { dollar: true }), { ...bold, align: 'right' });
    flow.y += 15;
  }
  sheet.text(
    left,
    Math.min(flow.y + 20, 770),
    'Thank you for your business. Please make checks payable to the name above.',
    styleOf(face.italic, 8),
  );
  return otherOf(sheet);
});

/**
 * A lender's monthly statement of a loan. It has balances, a period and a list of activity, but it is not about a
 * deposit account.
 */
export const loanStatement: Layout = layoutOf('loan-statement', async (random) => {
  const face = random.pick([SANS, SERIF]);
  const ink = inkOf(random);
  const bank = bankOf(random);
  const date = dateOf(random, 2021, 2025);
  const form = random.pick<DateForm>(['MM/DD/YYYY', 'Mon DD, YYYY', 'MM/DD/YY']);
  const sheet = sheetOf({ title: 'Mortgage statement', created: instantOf(date), pieces: piecesFor(random) });
  const left = 48;
  const right = 564;
  const body = styleOf(face.regular, 9);
  const bold = styleOf(face.bold, 9);
  const principal = random.integer(90_000, 480_000) * 100;
  const interest = Math.round((principal * 0.0575) / 12);
  const to_principal = random.integer(30_000, 90_000);
  const escrow = random.integer(20_000, 80_000);
  const payment = interest + to_principal + escrow;
  sheet.text(left, 54, `${bank} Home Lending`, styleOf(face.bold, 14, ink));
  sheet.text(right, 54, 'Mortgage Statement', styleOf(face.bold, 13, '#000000', 'right'));
  sheet.text(right, 68, `Statement date: ${printed(date, form)}`, { ...body, align: 'right' });
  sheet.lines(left, 106, [holderOf(random), ...addressOf(random)], body);
  const box = (x: number, y: number, title: string, facts: readonly [string, string][]): void => {
    sheet.box(x, y, 250, 18 + facts.length * 14, { stroke: '#777777' });
    sheet.text(x + 6, y + 13, title, bold);
    facts.forEach(([label, value], at) => {
      sheet.text(x + 6, y + 28 + at * 14, label, body);
      sheet.text(x + 244, y + 28 + at * 14, value, { ...body, align: 'right' });
    });
  };
  box(314, 92, 'Amount due', [
    ['Loan number', digitsOf(random, 10)],
    ['Payment due date', printed(daysAfter(date, 16), form)],
    ['Amount due', money(payment, { dollar: true })],
  ]);
  box(left, 178, 'Account information', [
    ['Outstanding principal', money(principal, { dollar: true })],
    ['Interest rate', '5.750%'],
    ['Escrow balance', money(random.integer(50_000, 400_000), { dollar: true })],
    ['Prepayment penalty', 'No'],
  ]);
  box(314, 178, 'Explanation of amount due', [
    ['Principal', money(to_principal, { dollar: true })],
    ['Interest', money(interest, { dollar: true })],
    ['Escrow (taxes and insurance)', money(escrow, { dollar: true })],
    ['Total amount due', money(payment, { dollar: true })],
  ]);
  const flow: Flow = { sheet, y: 290, bottom: 740, startPage: () => 60 };
  sheet.text(
    left,
    flow.y,
    `Transaction activity (${printed(daysAfter(date, -30), form)} to ${printed(date, form)})`,
    styleOf(face.bold, 10.5, ink),
  );
  flow.y += 20;
  printTable(
    flow,
    [
      { head: 'Date', x: left + 4 },
      { head: 'Description', x: left + 90 },
      { head: 'Charges', x: 460, align: 'right' },
      { head: 'Payments', x: right - 4, align: 'right' },
    ],
    [
      {
        cells: [
          printed(daysAfter(date, -22), form),
          'Payment received - thank you',
          '',
          money(payment, { dollar: true }),
        ],
      },
      {
        cells: [
          printed(daysAfter(date, -10), form),
          'County tax disbursement',
          money(escrow * 3, { dollar: true }),
          '',
        ],
      },
      { cells: [printed(daysAfter(date, -4), form), 'Late fee', money(3_250, { dollar: true }), ''] },
    ].slice(0, random.integer(1, 3)),
    { head: { ...bold, rule: ink }, body, left, right, rules: '#dddddd' },
  );
  flow.y += 20;
  sheet.text(left, flow.y, 'Past payments breakdown', styleOf(face.bold, 10.5, ink));
  flow.y += 20;
  const paid = random.integer(2, 9);
  printTable(
    flow,
    [
      { head: '', x: left + 4 },
      { head: 'Paid last month', x: 440, align: 'right' },
      { head: 'Paid year to date', x: right - 4, align: 'right' },
    ],
    (
      [
        ['Principal', to_principal],
        ['Interest', interest],
        ['Escrow', escrow],
        ['Total', payment],
      ] as const
    ).map(([label, cents]) => ({
      cells: [label, money(cents, { dollar: true }), money(cents * paid, { dollar: true })],
    })),
    { head: { ...bold, rule: ink }, body, left, right, rules: '#dddddd' },
  );
  sheet.text(left, 760, `${siteOf(bank)}   ${phoneOf(random)}`, styleOf(face.regular, 7.5, '#666666'));
  return otherOf(sheet);
});

/** A bill for an insurance premium. It names a policy, but lists no coverages. */
export const premiumBill: Layout = layoutOf('premium-bill', async (random) => {
  const face = faceOf(random);
  const ink = inkOf(random);
  const insurer = insurerOf(random);
  const date = dateOf(random, 2021, 2025);
  const form = random.pick<DateForm>(['MM/DD/YYYY', 'Mon DD, YYYY', 'Month D, YYYY']);
  const sheet = sheetOf({ title: 'Premium notice', created: instantOf(date), pieces: piecesFor(random) });
  const left = 52;
  const right = 560;
  const body = styleOf(face.regular, 9.5);
  const bold = styleOf(face.bold, 9.5);
  const installment = random.integer(6_000, 31_000);
  sheet.text(left, 58, insurer, styleOf(face.bold, 13, ink));
  sheet.text(
    right,
    80,
    random.pick(['PREMIUM NOTICE', 'Billing statement', 'Installment bill']),
    styleOf(face.bold, 12, '#000000', 'right'),
  );
  sheet.lines(left, 116, [holderOf(random), ...addressOf(random)], body);
  const facts: [string, string][] = [
    ['Billing account', digitsOf(random, 9)],
    ['Bill date', printed(date, form)],
    ['Payment due', printed(daysAfter(date, 20), form)],
    ['Minimum payment', money(installment + 400, { dollar: true })],
  ];
  facts.forEach(([label, value], at) => {
    sheet.text(330, 116 + at * 15, label, body);
    sheet.text(right, 116 + at * 15, value, { ...bold, align: 'right' });
  });
  const flow: Flow = { sheet, y: 210, bottom: 740, startPage: () => 60 };
  printTable(
    flow,
    [
      { head: 'Date', x: left + 4 },
      { head: 'Activity', x: left + 110 },
      { head: 'Amount', x: right - 4, align: 'right' },
    ],
    [
      {
        cells: [
          printed(daysAfter(date, -31), form),
          'Balance from last bill',
          money(installment + 400, { dollar: true }),
        ],
      },
      { cells: [printed(daysAfter(date, -15), form), 'Payment received', money(-installment - 400, { dollar: true })] },
      {
        cells: [
          printed(date, form),
          `Installment, policy ${digitsOf(random, 8)}`,
          money(installment, { dollar: true }),
        ],
      },
      { cells: [printed(date, form), 'Installment fee', '$4.00'] },
      { bold: true, cells: ['', 'Minimum payment due', money(installment + 400, { dollar: true })] },
      { bold: true, cells: ['', 'Pay in full', money(installment * random.integer(2, 9), { dollar: true })] },
    ],
    { head: { ...bold, fill: '#e8e8e8' }, body, left, right, gap: 6 },
  );
  flow.y += 18;
  sheet.paragraph(
    left,
    flow.y,
    right - left,
    'If we do not receive your payment by the due date, your insurance may be cancelled. A fee of $25.00 applies to each payment that your bank returns.',
    styleOf(face.regular, 8.5, '#333333'),
  );
  return otherOf(sheet);
});
