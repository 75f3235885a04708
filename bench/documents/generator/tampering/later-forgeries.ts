// Kinds of forgery that were added after the checks for fraud were written. They were designed without knowledge of the
// checks. They are a separate group, because they show how well the checks find forgeries for which the checks were not
// written. People make such forgeries with common programs: a browser's developer tools, a phone, a word processor, a
// spreadsheet.
import { hex, widthOf } from '../pdf/content.ts';
import { leftOf, pageObject, rounded } from '../pdf/drawing.ts';
import {
  add,
  bodyOf,
  infoOf,
  literal,
  type PdfFile,
  plainObject,
  put,
  savedAsUpdate,
  savedWhole,
  setInfo,
  streamOf,
} from '../pdf/objects.ts';
import type { Edit } from '../pdf/places.ts';
import { replaceInPlace } from '../pdf/replacing.ts';
import type { Random, Sample } from '../sample.ts';
import { printedByBrowser, printedBySystem } from './controls.ts';
import { movedDates } from './dates.ts';
import { planOf } from './forgeries.ts';
import { brokenSums, consistentRaise, oneAmount, type Plan, wrongRates } from './plans.ts';
import { daysLater, type Program, SPREADSHEETS, WORD_PROCESSORS } from './programs.ts';
import { type Kind, resultOf, type TamperedSample } from './sample.ts';
import { cover, firstRun, strangeName } from './techniques.ts';

/** Writes the edits into the file. Returns undefined if the file cannot be changed in this way. */
type Change = (file: PdfFile, edits: readonly Edit[], random: Random) => Promise<Buffer | undefined>;
type Recipe = {
  name: string;
  note: string;
  document_types: readonly string[];
  plans: readonly Plan[];
  change: Change;
};

const carelessly: readonly Plan[] = [oneAmount, brokenSums, consistentRaise({ fica: false })];
const carefully: readonly Plan[] = [oneAmount, consistentRaise({ fica: true })];

const RECIPES: readonly Recipe[] = [
  {
    name: 'inspected_page',
    note: 'figures changed in the developer tools of a browser, then printed to PDF',
    document_types: ['PAYSTUB', 'BANK_STATEMENT'],
    plans: carelessly,
    change: async (file, edits, random) => {
      replaceInPlace(file, edits);
      return printedByBrowser(file, random);
    },
  },
  {
    name: 'phone_annotation',
    note: 'a text box of a phone lies on the old amount, as an annotation',
    document_types: ['PAYSTUB', 'W2', 'BANK_STATEMENT'],
    plans: carefully,
    change: annotated,
  },
  {
    name: 'edited_then_printed',
    note: 'covered or retyped in an online editor, then printed to PDF',
    document_types: ['PAYSTUB', 'W2', 'BANK_STATEMENT'],
    plans: carefully,
    change: async (file, edits, random) => {
      if (random.chance(0.5)) await cover(file, edits, random, { own_stream: false });
      else replaceInPlace(file, edits, { font: strangeName });
      return printedBySystem(file, random);
    },
  },
  {
    name: 'word_processor',
    note: 'turned into a word processor file, changed, and exported: all fonts are new',
    document_types: ['PAYSTUB', 'W2', 'BANK_STATEMENT'],
    plans: [...carelessly, consistentRaise({ fica: true })],
    change: async (file, edits, random) => {
      replaceInPlace(file, edits);
      replaceFonts(file);
      return exportedBy(file, WORD_PROCESSORS, random);
    },
  },
  {
    name: 'spreadsheet_template',
    note: 'a template of a spreadsheet: every sum holds, but Social Security and Medicare have wrong rates',
    document_types: ['PAYSTUB'],
    plans: [wrongRates],
    change: async (file, edits, random) => {
      replaceInPlace(file, edits);
      return exportedBy(file, SPREADSHEETS, random);
    },
  },
];

export const LATER_FORGERIES: readonly Kind[] = [
  ...RECIPES.map(
    (recipe): Kind => ({
      name: recipe.name,
      note: recipe.note,
      is_clean: false,
      is_later: true,
      make: (sample, random) => forged(recipe, sample, random),
    }),
  ),
  {
    name: 'dates_moved',
    note: 'an old pay stub with later dates; nothing else is changed, not even the dates of the file',
    is_clean: false,
    is_later: true,
    make: async (sample) => {
      const moved = movedDates(sample);
      if (moved === undefined) return undefined;
      const { file, edits, ...values } = moved;
      replaceInPlace(file, edits);
      return resultOf({ name: 'dates_moved', is_clean: false }, sample, savedWhole(file, '1.4'), values);
    },
  },
];

async function forged(recipe: Recipe, sample: Sample, random: Random): Promise<TamperedSample | undefined> {
  const { name, document_types, plans, change } = recipe;
  if (!document_types.includes(sample.documents[0]?.document_type ?? '')) return undefined;
  const first = random.integer(0, plans.length - 1);
  for (let at = 0; at < plans.length; at++) {
    const plan = plans[(first + at) % plans.length];
    const planned = planOf(plan, sample, random, plan !== oneAmount && plan !== brokenSums);
    if (planned === undefined) continue;
    const bytes = await change(planned.file, planned.edits, random);
    if (bytes === undefined) return undefined;
    return resultOf({ name, is_clean: false }, sample, bytes, { changes: planned.changes, truth: planned.truth });
  }
  return undefined;
}

/** A phone draws a text box with a white background. The page itself stays as it was. */
async function annotated(file: PdfFile, edits: readonly Edit[], random: Random): Promise<Buffer> {
  for (const edit of edits) addTextBox(file, edit);
  const info = infoOf(file);
  setInfo(file, { ...info, ModDate: daysLater(info['CreationDate'], random, 3, 60) });
  return random.chance(0.5) ? savedAsUpdate(file) : savedWhole(file, '1.4');
}

function addTextBox(file: PdfFile, edit: Edit): void {
  const { place, text } = edit;
  const { size } = firstRun(edit);
  const left = Math.min(place.x, leftOf(edit, 'Helvetica', size)) - 2;
  const right = Math.max(place.x + place.width, left + 2 + widthOf(text, 'Helvetica', size)) + 2;
  const [width, height] = [rounded(right - left), rounded(size * 1.3)];
  const bottom = place.y - size * 0.3;
  const x = rounded(leftOf(edit, 'Helvetica', size) - left);
  const font = add(
    file,
    plainObject('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>'),
  );
  const appearance = add(
    file,
    streamOf(
      `1 1 1 rg 0 0 ${width} ${height} re f 0 g BT /F1 ${size} Tf 1 0 0 1 ${x} ${rounded(size * 0.3)} Tm ${hex(text)} Tj ET`,
      `/Type /XObject /Subtype /Form /BBox [0 0 ${width} ${height}] /Resources << /Font << /F1 ${font} 0 R >> >>`,
    ),
  );
  const box = [left, bottom, left + width, bottom + height].map(rounded).join(' ');
  const annotation = add(
    file,
    plainObject(
      `<< /Type /Annot /Subtype /FreeText /Rect [${box}] /Contents ${literal(text)} /DA (0 g /Helv ${size} Tf) /C [1 1 1] /F 4 /AP << /N ${appearance} 0 R >> >>`,
    ),
  );
  addAnnotation(file, pageObject(file, place.page), annotation);
}

function addAnnotation(file: PdfFile, page: number, annotation: number): void {
  const body = bodyOf(file, page);
  const list = /\/Annots\s+(\d+) 0 R/.exec(body)?.[1];
  if (list !== undefined)
    put(file, Number(list), plainObject(bodyOf(file, Number(list)).replace(/\]\s*$/, ` ${annotation} 0 R]`)));
  else if (/\/Annots\s*\[/.test(body))
    put(file, page, plainObject(body.replace(/\/Annots\s*\[/, `/Annots [${annotation} 0 R `)));
  else put(file, page, plainObject(body.replace(/>>\s*$/, ` /Annots [${annotation} 0 R] >>`)));
}

/** A word processor replaces each font of the document with the most similar font that it has. */
function replaceFonts(file: PdfFile): void {
  for (const [number, { body, stream }] of file.objects) {
    if (stream !== null || !/\/Type\s*\/Font\b/.test(body)) continue;
    const renamed = body.replace(/\/BaseFont\s*\/([\w-]+)/, (_, base: string) => `/BaseFont /${strangeName(base)}`);
    put(file, number, plainObject(renamed.replace('/Type1', '/TrueType')));
  }
}

function exportedBy(file: PdfFile, programs: readonly Program[], random: Random): Buffer {
  const info = infoOf(file);
  const exported = daysLater(info['CreationDate'], random, 1, 60);
  setInfo(file, { ...random.pick(programs), CreationDate: exported, ModDate: exported });
  return savedWhole(file, '1.7');
}
