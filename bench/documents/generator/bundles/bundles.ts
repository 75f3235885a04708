// Samples of the bundle group: one file of 10 to 60 pages with the documents of one person, as loan officers send them.
import { FORM_LAYOUTS } from '../forms/layouts.ts';
import { INSURANCE_LAYOUTS } from '../insurance/layouts.ts';
import { OTHER_LAYOUTS } from '../others/layouts.ts';
import { type Leaf, mergedPdf } from '../pdf/merging.ts';
import { openPdf, pagesOf } from '../pdf/objects.ts';
import { type Layout, type Random, randomOf, type Sample, type Truth } from '../sample.ts';
import { mixed, scanOf } from '../scans/scans.ts';
import { STATEMENT_LAYOUTS } from '../statements/layouts.ts';
import { KNOWN_STUB_LAYOUTS } from '../stubs/layouts.ts';
import { coverSample } from './covers.ts';
import { newOwner, type Owner, ownedBy } from './owner.ts';

/**
 * `copy_of` is the position of the earlier document of which this document is a copy. It is null if this document is
 * not a copy.
 */
export type BundledDocument = Truth & {
  layout: string;
  copy_of: number | null;
  turned: Leaf['turned'];
  is_scan: boolean;
};

export type BundleSample = {
  seed: number;
  bytes: Buffer;
  mime_type: string;
  page_count: number;
  /** The documents in page order, without gaps. Adjacent pages of no known document type count as one document. */
  documents: BundledDocument[];
  /** The page numbers on which the documents begin. */
  split_points: number[];
};

export type BundleChoices = {
  pages_min?: number;
  pages_max?: number;
  /** The share of documents that are scanned. */
  scans?: number;
};

/** A layout for bundles, so that the benchmark can read and compare bundles like other samples. */
export const BUNDLE_LAYOUTS: Record<string, Layout> = {
  bundle: async (seed) => {
    const { bytes, documents } = await bundleOf(seed);
    return { layout: 'bundle', seed, file: bytes, documents: withoutCopies(documents) };
  },
};

/** Joins consecutive copies of one form into one document, just as several copies on one page count as one document. */
export function withoutCopies(documents: readonly BundledDocument[]): Truth[] {
  const found: Truth[] = [];
  for (const { layout: _, copy_of, turned: __, is_scan: ___, ...truth } of documents) {
    const last = found.at(-1);
    if (copy_of !== null && last !== undefined) last.pages = [last.pages[0], truth.pages[1]];
    else found.push({ ...truth });
  }
  return found;
}

/** The forms that a bundle may contain. Fillable forms are left out, because merge tools flatten them. */
const FORMS = Object.entries(FORM_LAYOUTS).filter(([name]) => !name.endsWith('_fields') && !name.startsWith('bundle'));
const formsNamed = (pattern: RegExp): Record<string, Layout> =>
  Object.fromEntries(FORMS.filter(([name]) => pattern.test(name)));
const W2_ONE_UP = formsNamed(/^w2_(official_one_up|filled_flattened|unruled)/);
/** The kinds of documents in a loan file, each with its usual share. */
const SHELVES: readonly (readonly [share: number, layouts: Record<string, Layout>])[] = [
  [0.3, KNOWN_STUB_LAYOUTS],
  [0.14, formsNamed(/^w2/)],
  [0.2, STATEMENT_LAYOUTS],
  [0.1, formsNamed(/^(f1099|ssa)/)],
  [0.08, formsNamed(/^(f1040|schedule)/)],
  [0.05, INSURANCE_LAYOUTS],
  [0.13, OTHER_LAYOUTS],
];

type Item = { sample: Sample; copy_of_before: boolean; is_scan: boolean };

export async function bundleOf(seed: number, choices: BundleChoices = {}): Promise<BundleSample> {
  const { pages_min = 10, pages_max = 60, scans = 0 } = choices;
  const random = randomOf(mixed(`bundle ${seed}`));
  const owner = newOwner(random);
  const wanted = random.integer(pages_min, pages_max);
  const items: Item[] = [];
  const total = () => items.reduce((sum, { sample }) => sum + pageCount(sample), 0);
  if (random.chance(0.6)) items.push(asItem(await coverSample(random, owner, wanted)));
  const copies_at = random.chance(0.7) ? random.integer(0, 3) : -1;
  for (let round = 0; total() < wanted; round++) {
    const next = round === copies_at ? await fourCopies(random, owner) : [await oneItem(random, owner, scans)];
    const left = pages_max - total();
    if (next.reduce((sum, { sample }) => sum + pageCount(sample), 0) > left) {
      if (left <= 2) break;
      continue;
    }
    items.push(...next);
    if (total() < pages_max && random.chance(0.15)) items.push(asItem(await blankPage(random)));
    if (total() < pages_max && random.chance(0.06)) items.push(asItem(await coverSample(random, owner, wanted)));
  }
  return bound(items, seed, random);
}

const asItem = (sample: Sample): Item => ({ sample, copy_of_before: false, is_scan: false });

async function oneItem(random: Random, owner: Owner, scans: number): Promise<Item> {
  const sample = ownedBy(await layoutFrom(random)(random.integer(1, 100_000)), owner);
  if (!random.chance(scans)) return asItem(sample);
  const { bytes } = await scanOf(sample, random.integer(0, 100_000), {
    device: random.pick(['office', 'worn']),
    format: 'pdf',
  });
  return { sample: { ...sample, file: bytes }, copy_of_before: false, is_scan: true };
}

function layoutFrom(random: Random): Layout {
  let at = random.next();
  const shelf = SHELVES.find(([share]) => {
    at -= share;
    return at < 0;
  });
  return random.pick(Object.values(shelf?.[1] ?? KNOWN_STUB_LAYOUTS));
}

/** Four copies of one W-2, each on its own page. */
async function fourCopies(random: Random, owner: Owner): Promise<Item[]> {
  const sample = ownedBy(await random.pick(Object.values(W2_ONE_UP))(random.integer(1, 100_000)), owner);
  return [0, 1, 2, 3].map((copy) => ({ sample, copy_of_before: copy > 0, is_scan: false }));
}

async function blankPage(random: Random): Promise<Sample> {
  const sample = await OTHER_LAYOUTS['blank']?.(random.integer(1, 100_000));
  if (sample === undefined) throw new RangeError('no blank page');
  return sample;
}

const pageCount = ({ documents }: Sample): number => Math.max(...documents.map(({ pages }) => pages[1]));

const PRODUCERS = ['PDFsam Basic v4.3.4', 'Adobe Acrobat Pro DC 21.7.20099', 'Canon iR-ADV C5535 PDF', 'iLovePDF'];

function bound(items: readonly Item[], seed: number, random: Random): BundleSample {
  const leaves: Leaf[] = [];
  const documents: BundledDocument[] = [];
  let original = 0;
  for (const { sample, copy_of_before, is_scan } of items) {
    const turned = random.chance(0.08) ? random.pick([90, 180, 270] as const) : 0;
    const file = openPdf(sample.file);
    const before = leaves.length;
    for (let page = 1; page <= pagesOf(file).length; page++) leaves.push({ file, page, turned });
    if (!copy_of_before) original = documents.length;
    for (const truth of sample.documents) {
      const pages: [number, number] = [truth.pages[0] + before, truth.pages[1] + before];
      const last = documents.at(-1);
      if (truth.document_type === 'OTHER' && last?.document_type === 'OTHER') last.pages = [last.pages[0], pages[1]];
      else
        documents.push({
          ...truth,
          pages,
          layout: sample.layout,
          copy_of: copy_of_before ? original : null,
          turned,
          is_scan,
        });
    }
  }
  const created = `D:2025${String(random.integer(1, 12)).padStart(2, '0')}${random.integer(10, 28)}101500Z`;
  return {
    seed,
    bytes: mergedPdf(leaves, { Producer: random.pick(PRODUCERS), CreationDate: created }),
    mime_type: 'application/pdf',
    page_count: leaves.length,
    documents,
    split_points: [...new Set(documents.map(({ pages }) => pages[0]))],
  };
}
