// Invoices of order groups: usage per product, the total, and the orders of the group.

import type { ProductType } from '#domain/access/products.ts';
import { amountOf, type InvoiceLine, priceOf, totalOf } from '#domain/billing/invoices.ts';
import { amount, orDash, usDate } from './figures.ts';
import { drawLetterhead } from './letterhead.ts';
import { box, type Drawing, newPaper, PAGE, type Paper, RIGHT, toPdf, write } from './paper.ts';
import { drawFacts } from './reports/facts.ts';
import { type Column, type Cursor, drawTable, type Table } from './table.ts';

export type InvoicePage = {
  id: string;
  order_group_id: string;
  made_at: string;
  /** The host name of the service that issues the invoice. */
  issuer_host: string;
  client_name: string;
  is_sample: boolean;
  lines: readonly InvoiceLine[];
  /** The orders of the group, oldest first. */
  orders: readonly { id: string; order_number: string | null; created_at: string; finalized_at: string | null }[];
};

export const invoicePdf = (invoice: InvoicePage): Promise<Buffer> => toPdf(drawInvoice(invoice));

const ISSUER = 'Vouch';
const SAMPLE = 'Sample: this invoice is from the sandbox. Nothing is billed, and nothing is owed.';
const GAP = 12;

const PRODUCT_WORDS: Record<ProductType, string> = {
  income: 'Income',
  employment: 'Employment',
  deposit_switch: 'Deposit switch',
  pll: 'Paycheck-linked lending',
  insurance: 'Insurance',
  transactions: 'Transactions',
  assets: 'Assets',
  admin: 'Payroll administration',
};

function drawInvoice(invoice: InvoicePage): Drawing {
  const { id, order_group_id, made_at, issuer_host, client_name, is_sample, lines, orders } = invoice;
  const paper = newPaper();
  const title = is_sample ? 'SAMPLE INVOICE' : 'INVOICE';
  const y = drawLetterhead(paper, {
    name: ISSUER,
    lines: [issuer_host],
    title,
    facts: [
      ['Date', usDate(made_at.slice(0, 10))],
      ['Orders', String(orders.length)],
      ['Total', amount(totalOf(lines))],
    ],
  });
  const below = drawFacts(paper, y + GAP, [
    { label: 'Billed to', value: orDash(client_name), span: 4 },
    { label: 'Invoice', value: id, span: 2 },
    { label: 'Order group', value: order_group_id, span: 2 },
  ]);
  const at = is_sample ? drawSampleMark(paper, below + 2) : below + 4;
  const rest = drawTable(paper, at, usageTable(lines));
  // The list is empty if the orders were erased with their user.
  if (orders.length > 0) drawTable(paper, rest + GAP, orderTable(orders));
  drawFoot(paper, invoice);
  return {
    paper,
    about: {
      title: `${is_sample ? 'Sample invoice' : 'Invoice'} ${id}`,
      author: ISSUER,
      subject: `Order group ${order_group_id}`,
      created_on: made_at.slice(0, 10),
    },
  };
}

const USAGE_COLUMNS: readonly Column[] = [
  { title: 'Product', width: 232 },
  { title: 'Count', width: 100, align: 'right' },
  { title: 'Unit price', width: 100, align: 'right' },
  { title: 'Amount', width: 100, align: 'right' },
];

const usageTable = (lines: readonly InvoiceLine[]): Table => ({
  title: 'Usage',
  columns: USAGE_COLUMNS,
  rows: [
    ...lines.map((line) => ({
      cells: [PRODUCT_WORDS[line.product_type], String(line.count), amount(priceOf(line)), amount(amountOf(line))],
    })),
    { cells: ['Total', '', '', amount(totalOf(lines))], is_total: true },
  ],
});

const ORDER_COLUMNS: readonly Column[] = [
  { title: 'Order', width: 192 },
  { title: 'Order number', width: 196 },
  { title: 'Opened', width: 72 },
  { title: 'Closed', width: 72 },
];

const orderTable = (orders: InvoicePage['orders']): Table => ({
  title: 'Orders',
  columns: ORDER_COLUMNS,
  rows: orders.map(({ id, order_number, created_at, finalized_at }) => ({
    cells: [id, orDash(order_number), usDate(created_at.slice(0, 10)), usDate(finalized_at?.slice(0, 10) ?? null)],
  })),
});

function drawSampleMark(paper: Paper, y: Cursor): Cursor {
  const width = RIGHT - PAGE.margin;
  box(paper, { x: PAGE.margin, y, width, height: 18 }, { fill: 'tint', outline: 0.5 });
  write(paper, SAMPLE, PAGE.margin + 6, y + 12, { size: 9, face: 'bold', width_max: width - 12 });
  return y + 18 + GAP;
}

/** Draws the footer of every page. This function is called last, because only then is the number of pages known. */
function drawFoot(paper: Paper, { id, is_sample }: InvoicePage): void {
  const pages = paper.pages.length;
  const small = { size: 7, ink: 'grey' } as const;
  const y = PAGE.height - 24;
  for (let page = 0; page < pages; page++) {
    write(paper, `${is_sample ? 'Sample invoice' : 'Invoice'} ${id}`, PAGE.margin, y, { ...small, page });
    write(paper, `Page ${page + 1} of ${pages}`, RIGHT, y, { ...small, align: 'right', page });
  }
}
