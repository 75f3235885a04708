import { extractText, getDocumentProxy } from 'unpdf';
import { describe, expect, test } from 'vitest';
import { KNOWN_STUB_LAYOUTS } from '../stubs/layouts.ts';
import { bundleOf, withoutCopies } from './bundles.ts';
import { ownedBy } from './owner.ts';

const pagesOf = async (bytes: Buffer): Promise<string[]> =>
  (await extractText(await getDocumentProxy(new Uint8Array(bytes)))).text;

describe('bundleOf() makes a bundle of documents', () => {
  test('the documents of a bundle cover all pages without gaps, and each pay stub’s pages show its gross pay', async () => {
    const bundle = await bundleOf(1, { pages_max: 25 });
    const texts = await pagesOf(bundle.bytes);
    expect(texts).toHaveLength(bundle.page_count);
    let next = 1;
    for (const { pages } of bundle.documents) {
      expect([next, next - 1]).toContain(pages[0]);
      next = pages[1] + 1;
    }
    expect(next).toBe(bundle.page_count + 1);
    for (const { pages, fields } of bundle.documents.filter(({ document_type }) => document_type === 'PAYSTUB')) {
      const text = texts.slice(pages[0] - 1, pages[1]).join(' ');
      expect(text.replace(/[,\s]/g, '')).toContain(fields['gross_pay']);
    }
    expect((await bundleOf(1, { pages_max: 25 })).bytes.equals(bundle.bytes)).toBe(true);
  });

  test('three of four equal W-2s are marked as copies, and withoutCopies() joins all four into one document', async () => {
    for (let seed = 1; seed < 12; seed++) {
      const { documents } = await bundleOf(seed, { pages_max: 16 });
      const copies = documents.filter(({ copy_of }) => copy_of !== null);
      if (copies.length === 0) continue;
      expect(copies).toHaveLength(3);
      const first = documents[copies[0]?.copy_of ?? -1];
      expect(first?.document_type).toBe('W2');
      for (const { fields } of copies) expect(fields).toEqual(first?.fields);
      const joined = withoutCopies(documents);
      expect(joined).toHaveLength(documents.length - 3);
      expect(joined.map(({ pages }) => pages[1])).toContain(copies.at(-1)?.pages[1]);
      return;
    }
    throw new Error('no bundle has copies');
  });
});

test('on a document, ownedBy() replaces the name and the Social Security number with the owner’s', async () => {
  const sample = await KNOWN_STUB_LAYOUTS['ruled-grid']?.(3);
  if (sample === undefined) throw new RangeError('no layout');
  const owned = ownedBy(sample, { first: 'Noor', last: 'Tanabe', ssn: '123-45-6789' });
  const text = (await pagesOf(owned.file)).join(' ');
  expect(owned.documents[0]?.fields['employee_name']).toBe('Noor Tanabe');
  expect(text).toContain('Noor Tanabe');
  expect(text).not.toContain(String(sample.documents[0]?.fields['employee_name']));
  expect(owned.documents[0]?.fields['employee_ssn']).toMatch(/6789$/);
});
