// Builds a pay stub as a PDF, for tests that read documents.
import PdfDocument from 'pdfkit';

const LINES: readonly (readonly [x: number, y: number, text: string])[] = [
  [50, 50, 'Quill Harbor LLC'],
  [50, 64, '12 Ferry Road, Port Alder, ME 04101'],
  [50, 100, 'Employee Name:'],
  [350, 100, 'Pay Date:'],
  [450, 100, '01/09/2026'],
  [350, 114, 'Period Beginning:'],
  [450, 114, '12/20/2025'],
  [350, 128, 'Period Ending:'],
  [450, 128, '01/02/2026'],
  [50, 160, 'Earnings'],
  [200, 160, 'Rate'],
  [280, 160, 'Hours'],
  [360, 160, 'Current'],
  [460, 160, 'YTD'],
  [50, 176, 'Regular'],
  [200, 176, '25.00'],
  [280, 176, '80.00'],
  [360, 176, '2,000.00'],
  [460, 176, '2,000.00'],
  [50, 192, 'Gross Pay'],
  [360, 192, '2,000.00'],
  [460, 192, '2,000.00'],
  [50, 220, 'Taxes'],
  [360, 220, 'Current'],
  [460, 220, 'YTD'],
  [50, 236, 'Federal Income Tax'],
  [360, 236, '150.00'],
  [460, 236, '150.00'],
  [50, 252, 'Social Security'],
  [360, 252, '124.00'],
  [460, 252, '124.00'],
  [50, 268, 'Medicare'],
  [360, 268, '29.00'],
  [460, 268, '29.00'],
  [50, 296, 'Deductions'],
  [360, 296, 'Current'],
  [460, 296, 'YTD'],
  [50, 312, '401(k)'],
  [360, 312, '100.00'],
  [460, 312, '100.00'],
  [50, 340, 'Net Pay'],
];

type Stub = { net_pay: string; employee?: string; ssn?: string; check_number?: string; password?: string };

export async function payStubPdf({
  net_pay,
  employee = 'Wren Calloway',
  ssn,
  check_number,
  password,
}: Stub): Promise<Buffer> {
  const protection = password === undefined ? {} : { userPassword: password };
  const pdf = new PdfDocument({ size: 'LETTER', margin: 0, ...protection });
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resolve) => pdf.on('end', resolve));
  pdf.fontSize(10);
  const printed: typeof LINES = [
    ...LINES,
    [140, 100, employee],
    [360, 340, net_pay],
    ...(ssn === undefined ? [] : [[50, 114, 'SSN:'] as const, [140, 114, ssn] as const]),
    ...(check_number === undefined ? [] : [[350, 86, 'Check Number:'] as const, [450, 86, check_number] as const]),
  ];
  for (const [x, y, text] of printed) pdf.text(text, x, y, { lineBreak: false });
  pdf.end();
  await ended;
  return Buffer.concat(chunks);
}
