// Reads a bundle of 60 pages, as a loan officer sends it. The expected documents and values were checked by eye, page
// by page.
import { beforeAll, describe, expect, test } from 'vitest';
import { readDocuments } from '#analysis/documents/read.ts';
import { formatMoney } from '#base/money.ts';
import type { ReadDocument } from '#domain/documents/read-documents.ts';
import { readPdf } from '#reading/pdf.ts';
import { coverSheet } from './generator/bundles/covers.ts';
import { FORM_LAYOUTS } from './generator/forms/layouts.ts';
import { INSURANCE_LAYOUTS } from './generator/insurance/layouts.ts';
import { OTHER_LAYOUTS } from './generator/others/layouts.ts';
import { type Leaf, mergedPdf } from './generator/pdf/merging.ts';
import { openPdf, pagesOf } from './generator/pdf/objects.ts';
import { randomOf } from './generator/sample.ts';
import { drawnPdf } from './generator/scans/label.ts';
import { STATEMENT_LAYOUTS } from './generator/statements/layouts.ts';
import { KNOWN_STUB_LAYOUTS } from './generator/stubs/layouts.ts';

const LAYOUTS = {
  ...FORM_LAYOUTS,
  ...KNOWN_STUB_LAYOUTS,
  ...STATEMENT_LAYOUTS,
  ...INSURANCE_LAYOUTS,
  ...OTHER_LAYOUTS,
};

/**
 * The layouts in the bundle, with their seeds. `blank back` means that a blank page follows the first page of the
 * document, because the back of its sheet is empty.
 */
const ITEMS: readonly (readonly [layout: string, seed: number, choice?: 'turned' | 'blank back'])[] = [
  ['cover', 1],
  ['tip-slip', 31],
  ['tip-slip', 32],
  ['tip-slip', 33],
  ['peo', 31],
  ['phone-app', 31],
  ['empty', 0],
  ['lease', 31],
  ['w2_four_up_pairs', 31],
  ['w2_official_one_up', 31],
  ['w2_official_one_up', 31],
  ['w2_official_one_up', 31],
  ['w2_official_one_up', 31],
  ['w2c_official', 31],
  ['sections', 31, 'blank back'],
  ['several-pages', 31],
  ['several-pages', 33],
  ['empty', 0],
  ['letter', 31],
  ['utility-bill', 31],
  ['f1040_filled_flattened', 31],
  ['schedule_c_drawn', 31],
  ['schedule_e_drawn', 31],
  ['f1099_nec_substitute', 31],
  ['f1099_int_official', 31],
  ['f1099_composite_brokerage', 31],
  ['ssa_1099_official', 31],
  ['home-boxes', 31],
  ['home-renewal', 31],
  ['auto-list', 31],
  ['cover', 2],
  ['debit-credit', 31],
  ['short-dates', 31],
  ['employment-letter', 31],
  ['shift-pay', 31],
  ['landscape-check', 31, 'turned'],
  ['mainframe', 31],
  ['union-hall', 31],
  ['combined', 31],
  ['loan-statement', 31],
  ['premium-bill', 31],
  ['empty', 0],
  ['bookkeeping', 31],
];

async function fileOf(layout: string, seed: number): Promise<Buffer> {
  if (layout === 'empty') return drawnPdf([612, 792], () => undefined);
  if (layout === 'cover') return coverSheet(randomOf(seed), { first: 'Noor', last: 'Tanabe', ssn: '123-00-6789' }, 60);
  const sample = await LAYOUTS[layout]?.(seed);
  if (sample === undefined) throw new RangeError(`there is no layout ${layout}`);
  return sample.file;
}

async function bundle(): Promise<Buffer> {
  const leaves: Leaf[] = [];
  const empty: Leaf = { file: openPdf(await fileOf('empty', 0)), page: 1, turned: 0 };
  for (const [layout, seed, choice] of ITEMS) {
    const file = openPdf(await fileOf(layout, seed));
    for (let page = 1; page <= pagesOf(file).length; page++) {
      leaves.push({ file, page, turned: choice === 'turned' ? 90 : 0 });
      if (choice === 'blank back' && page === 1) leaves.push(empty);
    }
  }
  return mergedPdf(leaves, { Producer: 'PDFsam Basic v4.3.4' });
}

/** The expected documents, each with its type, its first page and its last page. */
const EXPECTED: readonly (readonly [type: string, first: number, last: number])[] = [
  ['OTHER', 1, 1],
  ['PAYSTUB', 2, 2],
  ['PAYSTUB', 3, 3],
  ['PAYSTUB', 4, 4],
  ['PAYSTUB', 5, 6],
  ['PAYSTUB', 7, 8],
  ['OTHER', 9, 9],
  ['OTHER', 10, 11],
  ['W2', 12, 12],
  ['W2', 13, 16],
  ['W2C', 17, 17],
  ['BANK_STATEMENT', 18, 21],
  ['BANK_STATEMENT', 22, 24],
  ['BANK_STATEMENT', 25, 26],
  ['OTHER', 27, 27],
  ['OTHER', 28, 29],
  ['F1040', 30, 31],
  ['SCHEDULE_C', 32, 33],
  ['SCHEDULE_E', 34, 34],
  ['F1099_NEC', 35, 35],
  ['F1099_INT', 36, 36],
  ['F1099_DIV', 37, 37],
  ['F1099_INT', 37, 37],
  ['F1099_MISC', 38, 38],
  ['SSA_1099', 39, 39],
  ['INSURANCE_HOME_POLICY', 40, 40],
  ['INSURANCE_HOME_POLICY', 41, 42],
  ['INSURANCE_AUTO_POLICY', 43, 43],
  ['OTHER', 44, 44],
  ['BANK_STATEMENT', 45, 46],
  ['BANK_STATEMENT', 47, 48],
  ['OTHER', 49, 49],
  ['PAYSTUB', 50, 51],
  ['PAYSTUB', 52, 52],
  ['PAYSTUB', 53, 53],
  ['PAYSTUB', 54, 54],
  ['BANK_STATEMENT', 55, 55],
  ['BANK_STATEMENT', 55, 56],
  ['OTHER', 57, 59],
  ['PAYSTUB', 60, 60],
];

/** Expected field values. `page` is the first page of the document. */
const FIGURES: readonly (readonly [page: number, field: string, value: string])[] = [
  [2, 'gross_pay', '899.20'],
  [2, 'pay_date', '2025-06-03'],
  [3, 'pay_date', '2023-01-05'],
  [4, 'period_end', '2025-03-29'],
  [5, 'employer_name', 'Highwater Logistics LLC'],
  [5, 'net_pay', '2931.15'],
  [7, 'net_pay', '901.05'],
  [12, 'wages', '47716.39'],
  [13, 'wages', '72074.47'],
  [22, 'period_end', '2024-02-01'],
  [25, 'opening_balance', '8359.27'],
  [25, 'closing_balance', '2166.70'],
  [39, 'benefits_paid', '20871.48'],
  [40, 'policy_number', 'PL12008997-04'],
  [41, 'policy_number', 'PL68537286-07'],
  [43, 'policy_number', '0140067092'],
  [47, 'account_mask', '8381'],
  [50, 'pay_date', '2023-01-25'],
  [52, 'pay_date', '2024-01-09'],
  [53, 'pay_date', '2025-11-11'],
];

describe('a bundle of 60 pages', () => {
  let pages_count = 0;
  let documents: ReadDocument[] = [];
  beforeAll(async () => {
    const pages = await readPdf(await bundle());
    pages_count = pages.length;
    documents = readDocuments(pages);
  });

  test('the bundle is divided into the expected documents despite its blank, unknown, rotated and repeated pages', () => {
    expect(pages_count).toBe(60);
    expect(documents.map(({ document_type, subtype, pages }) => [subtype ?? document_type, ...pages])).toEqual(
      EXPECTED,
    );
  });

  test.each(FIGURES)(
    'in a bundle of 60 pages, a document is found that begins on page %i and whose %s is %s',
    (page, field, value) => {
      const found = documents.find(({ pages }) => pages[0] === page)?.fields[field]?.value;
      expect(typeof found === 'bigint' ? formatMoney(found) : found).toBe(value);
    },
  );
});
