import { extractText, getDocumentProxy } from 'unpdf';
import { describe, expect, test } from 'vitest';
import { contentOf, runsOf } from '../pdf/content.ts';
import { infoOf, openPdf, pagesOf } from '../pdf/objects.ts';
import type { Sample } from '../sample.ts';
import { statement } from '../stubs/statement.ts';
import { centsOf, isAmount } from './plans.ts';
import type { TamperedSample } from './sample.ts';
import { KINDS, TAMPERED_LAYOUTS, tampered } from './tampering.ts';

const sampleOf = async (layout: string): Promise<Sample> => {
  const make = TAMPERED_LAYOUTS[layout];
  if (make === undefined) throw new RangeError(`no layout ${layout}`);
  return make(3);
};

async function made(kind: string, layout = 'statement'): Promise<TamperedSample> {
  const own = KINDS.find(({ name }) => name === kind);
  const result = own === undefined ? undefined : await tampered(own, await sampleOf(layout), 1);
  if (result === undefined) throw new RangeError(`${kind} does not apply to ${layout}`);
  return result;
}

async function textOf(bytes: Buffer): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true });
  return text.replaceAll(',', '').replace(/\s+/g, ' ');
}

const revisions = (bytes: Buffer): number => bytes.toString('latin1').split('%%EOF').length - 1;
const runsIn = ({ bytes }: TamperedSample) => {
  const file = openPdf(bytes);
  return pagesOf(file).flatMap((page, at) => runsOf(file, page, at + 1));
};
const digits = (value: string) => (isAmount(value) ? (Math.abs(centsOf(value)) / 100).toFixed(2) : value);
const newTexts = ({ changes }: TamperedSample) => changes.map(({ new_value }) => digits(new_value));

describe('forgeries', () => {
  test.each([
    'update',
    'other_font',
    'other_size',
    'other_baseline',
    'broken_sums',
    'broken_year',
    'marked',
    'impossible_fica',
  ])('the text of a forgery of the kind %s contains the new amounts and not the old ones', async (kind) => {
    const forged = await made(kind);
    const text = await textOf(forged.bytes);
    for (const { old_value, new_value } of forged.changes) {
      expect(text).toContain(digits(new_value));
      expect(text).not.toContain(` ${digits(old_value)} `);
    }
    expect(forged.truth).not.toEqual((await statement(3)).documents);
  });

  test('update: the file contains the old revision, and its metadata names the editor', async () => {
    const { bytes, original } = await made('update');
    expect(bytes.subarray(0, original.length).equals(original)).toBe(true);
    expect(revisions(bytes)).toBe(2);
    expect(infoOf(openPdf(bytes))['ModDate']).toBeDefined();
    expect(infoOf(openPdf(bytes))['Producer']).not.toBe(infoOf(openPdf(original))['Producer']);
  });

  test.each(['covered', 'covered_in_update'])(
    'a forgery of the kind %s still contains the old text, but a rectangle covers it',
    async (kind) => {
      const forged = await made(kind, 'sections');
      const text = await textOf(forged.bytes);
      for (const value of newTexts(forged)) expect(text).toContain(value);
      for (const { old_value } of forged.changes) expect(text).toContain(digits(old_value));
      expect(revisions(forged.bytes)).toBe(kind === 'covered' ? 1 : 2);
    },
  );

  test('pictured: a picture shows the new amount, but the text still contains the old amount', async () => {
    const forged = await made('pictured', 'sections');
    const text = await textOf(forged.bytes);
    for (const { old_value } of forged.changes) expect(text).toContain(digits(old_value));
    for (const value of newTexts(forged)) expect(text).not.toContain(value);
    expect(forged.bytes.includes('/DCTDecode')).toBe(true);
  });

  test('typed_over: the new digits are drawn on top of the old digits', async () => {
    const forged = await made('typed_over');
    const before = runsIn({ ...forged, bytes: forged.original });
    const added = runsIn(forged).slice(before.length);
    expect(added.length).toBeGreaterThan(0);
    for (const { x, y } of added)
      expect(
        before.some((run) => Math.abs(run.y - y) < 0.1 && run.glyphs.some((glyph) => Math.abs(glyph.x - x) < 0.2)),
      ).toBe(true);
  });

  test('other_font and other_size: only the new amounts have another font or size', async () => {
    const other = runsIn(await made('other_font')).filter(({ base_font }) => base_font.startsWith('Arial'));
    expect(other.length).toBeGreaterThan(0);
    for (const { glyphs } of other) expect(glyphs.map(({ char }) => char).join('')).toMatch(/^[\d,.]+$/);
    const sizes = new Set(runsIn(await made('untouched')).map(({ size }) => size));
    const resized = runsIn(await made('other_size')).filter(({ size }) => !sizes.has(size));
    expect(resized.length).toBeGreaterThan(0);
    for (const { glyphs } of resized) expect(glyphs.map(({ char }) => char).join('')).toMatch(/^[\d,.]+$/);
  });

  test('impossible_fica: Social Security and Medicare do not fit the gross pay, but every sum is right', async () => {
    const { truth, changes } = await made('impossible_fica');
    const [document] = truth;
    if (document === undefined) throw new RangeError('no document');
    const { fields, tables } = document;
    const sum = (table: string) => (tables[table] ?? []).reduce((all, row) => all + centsOf(row['current'] ?? '0'), 0);
    const gross = centsOf(String(fields['gross_pay']));
    expect(sum('earnings')).toBe(gross);
    expect(gross - sum('taxes') - sum('deductions')).toBe(centsOf(String(fields['net_pay'])));
    expect(changes.some(({ field }) => field.startsWith('taxes'))).toBe(false);
    expect(Math.abs(sum('taxes') - gross * 0.0765)).toBeGreaterThan(100);
  });

  test('template_reused: the name is replaced, and the figures stay the same', async () => {
    const { bytes, original, changes } = await made('template_reused');
    const [name] = changes;
    const text = await textOf(bytes);
    expect(text).toContain(name?.new_value);
    expect(text).not.toContain(name?.old_value);
    const figures = (all: string) => all.match(/\d+\.\d\d/g);
    expect(figures(text)).toEqual(figures(await textOf(original)));
  });

  test('marked: the content stream contains the mark that an editor leaves', async () => {
    const { bytes } = await made('marked');
    const file = openPdf(bytes);
    expect(
      pagesOf(file)
        .map((page) => contentOf(file, page))
        .join(),
    ).toContain('/TouchUp_TextEdit MP');
  });

  test('update: a fillable form still has its fields, and they contain the new value', async () => {
    const { bytes, changes } = await made('update', 'w2_filled_fields');
    const [change] = changes;
    expect(bytes.toString('latin1')).toMatch(
      new RegExp(`/V\\(${change?.new_value.replace(/\B(?=(\d{3})+\.)/g, ',?')}\\)`),
    );
  });

  test('the same kind, sample and seed produce the same bytes', async () => {
    expect((await made('covered')).bytes.equals((await made('covered')).bytes)).toBe(true);
  });
});

describe('forgeries of the kinds that were added later', () => {
  test.each(['inspected_page', 'word_processor', 'spreadsheet_template'])(
    'the text of a forgery of the kind %s contains the new amounts and not the old ones',
    async (kind) => {
      const forged = await made(kind);
      const text = await textOf(forged.bytes);
      for (const { old_value, new_value } of forged.changes) {
        expect(text).toContain(digits(new_value));
        expect(text).not.toContain(` ${digits(old_value)} `);
      }
    },
  );

  test('phone_annotation: the page still contains the old amounts, and annotations contain the new amounts', async () => {
    const forged = await made('phone_annotation');
    const text = await textOf(forged.bytes);
    for (const { old_value } of forged.changes) expect(text).toContain(digits(old_value));
    const boxes = [...openPdf(forged.bytes).objects.values()].filter(({ body }) => body.includes('/FreeText'));
    const typed = boxes.map(({ body }) => /\/Contents \(([\d,.]+)\)/.exec(body)?.[1]?.replaceAll(',', ''));
    for (const value of newTexts(forged)) expect(typed).toContain(value);
  });

  test('word_processor: no text has a font of the original document', async () => {
    const forged = await made('word_processor');
    const fonts = new Set(runsIn({ ...forged, bytes: forged.original }).map(({ base_font }) => base_font));
    for (const { base_font } of runsIn(forged)) expect(fonts).not.toContain(base_font);
  });

  test('spreadsheet_template: every sum is right, but the taxes do not follow the legal rates', async () => {
    const { truth } = await made('spreadsheet_template');
    const { fields = {}, tables = {} } = truth[0] ?? {};
    const sum = (table: string) => (tables[table] ?? []).reduce((all, row) => all + centsOf(row['current'] ?? '0'), 0);
    const gross = centsOf(String(fields['gross_pay']));
    expect(gross - sum('taxes') - sum('deductions')).toBe(centsOf(String(fields['net_pay'])));
    const social = tables['taxes']?.find(({ description = '' }) => /social/i.test(description));
    expect(Math.abs(centsOf(social?.['current'] ?? '') / gross - 0.062)).toBeGreaterThan(0.003);
  });

  test('dates_moved: the pay date is 84 days later, but the dates in the metadata are unchanged', async () => {
    const { bytes, original, changes } = await made('dates_moved', 'summary-box');
    const [pay_date] = changes;
    expect(Date.parse(pay_date?.new_value ?? '') - Date.parse(pay_date?.old_value ?? '')).toBe(84 * 86_400_000);
    expect(infoOf(openPdf(bytes))).toEqual(infoOf(openPdf(original)));
  });
});

describe('honest files, for comparison with tampered files', () => {
  test.each([
    'untouched',
    'resaved',
    'shrunk',
    'linearised',
    'metadata_update',
    'note_added',
    'system_print',
    'page_turned',
  ])('an honest file of the kind %s has the same text as the original', async (kind) => {
    const control = await made(kind, 'sections');
    expect(control.is_clean).toBe(true);
    expect(control.changes).toEqual([]);
    const words = (text: string) => text.split(' ').toSorted();
    expect(words(await textOf(control.bytes))).toEqual(words(await textOf(control.original)));
  });

  test('browser_print: the page has a footer with the address of the web page', async () => {
    const { bytes } = await made('browser_print');
    expect(await textOf(bytes)).toContain('https://portal.example');
  });
});
