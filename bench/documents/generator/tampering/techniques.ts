// The techniques by which forgers put a new text into a PDF. Each technique receives the edits and returns the bytes of
// the new file.
import { hex, widthOf } from '../pdf/content.ts';
import { addFont, addPicture, drawOver, leftOf, pageObject, rounded } from '../pdf/drawing.ts';
import { infoOf, type PdfFile, savedAsUpdate, savedWhole, setInfo } from '../pdf/objects.ts';
import type { Edit } from '../pdf/places.ts';
import { type Look, replaceInPlace } from '../pdf/replacing.ts';
import type { Random } from '../sample.ts';
import { labelPixels } from '../scans/label.ts';
import { asSharp, rastersOf } from '../scans/raster.ts';
import { daysLater, EDITORS } from './programs.ts';

export type Technique = (file: PdfFile, edits: readonly Edit[], random: Random) => Promise<Buffer>;

/** Replaces the content stream, in a new revision at the end of the file. */
export const inUpdate: Technique = async (file, edits, random) => {
  replaceInPlace(file, edits);
  signedByEditor(file, random);
  return savedAsUpdate(file);
};

/** Adds a content stream with boxes and new texts, in a new revision. The old stream stays in use. */
export const coveredInUpdate: Technique = async (file, edits, random) => {
  await cover(file, edits, random, { own_stream: true });
  signedByEditor(file, random);
  return savedAsUpdate(file);
};

/** Hides the old texts under boxes in the colour of the paper. The changed file contains only one revision. */
export const covered: Technique = async (file, edits, random) => {
  await cover(file, edits, random, { own_stream: false });
  return savedSomehow(file, random);
};

/**
 * Draws new digits on top of the old digits. The old digits stay visible underneath. Unchanged digits are not drawn
 * again.
 */
export const typedOver: Technique = async (file, edits, random) => {
  const strange = random.chance(0.5);
  const larger = random.pick([0, 0, 0.5]);
  for (const edit of edits) {
    const run = firstRun(edit);
    const font = strange ? strangeFont(file, edit) : { name: run.font, base: run.base_font };
    for (const digit of differingLetters(edit))
      drawOver(file, edit.place.page, textOperators(digit, font, run.size + larger, run.color));
  }
  return savedSomehow(file, random);
};

function differingLetters({ place, text }: Edit): Edit[] {
  const run = firstRun({ place, text });
  if (text.length !== place.text.length) return [{ place, text }];
  return [...text].flatMap((char, at) => {
    if (char === place.text[at]) return [];
    const x = place.x + widthOf(place.text.slice(0, at), run.base_font, run.size);
    return [{ place: { ...place, x, right_aligned: false }, text: char }];
  });
}

/** Changes the text at its position. Then an editor writes the whole file again. */
export const rewrittenWith =
  (look: (random: Random) => Look): Technique =>
  async (file, edits, random) => {
    replaceInPlace(file, edits, look(random));
    signedByEditor(file, random);
    return savedWhole(file, '1.7');
  };

/** Changes only the values: the operators, the program names and the dates stay the same. */
export const perfect: Technique = async (file, edits) => {
  replaceInPlace(file, edits);
  return savedWhole(file, '1.3');
};

/**
 * Leaves the mark of a widely used editor. This editor puts the mark into the content stream where it changed a text.
 */
export const marked: Technique = async (file, edits, random) => {
  replaceInPlace(file, edits, undefined, '/TouchUp_TextEdit MP\n');
  const update = random.chance(0.5);
  if (random.chance(0.5)) signedByEditor(file, random);
  return update ? savedAsUpdate(file) : savedWhole(file, '1.6');
};

/** Pastes a picture with the new text over the old text. */
export const pictured: Technique = async (file, edits, random) => {
  const papers = await paperColors(file, edits);
  for (const [at, edit] of edits.entries()) {
    const { place } = edit;
    const run = firstRun(edit);
    const base = standardFont(run.base_font);
    const left = Math.min(leftOf(edit, base, run.size), place.x) - 1.5;
    const width = Math.max(place.x + place.width, left + 1.5 + widthOf(edit.text, base, run.size)) - left + 1.5;
    const height = run.size * 1.15;
    const raster = await labelPixels(
      {
        text: edit.text,
        font: base,
        size: run.size,
        width,
        height,
        baseline: run.size * 0.25,
        x: leftOf(edit, base, run.size) - left,
        background: papers[at] ?? '#ffffff',
      },
      random.pick([150, 220, 300]),
    );
    const jpeg = await asSharp(raster)
      .jpeg({ quality: random.pick([70, 85, 92]) })
      .toBuffer();
    const name = addPicture(file, pageObject(file, place.page), {
      body: `<< /Type /XObject /Subtype /Image /Width ${raster.width} /Height ${raster.height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length ${jpeg.length} >>`,
      stream: jpeg,
    });
    const bottom = rounded(place.y - run.size * 0.25);
    drawOver(
      file,
      place.page,
      `q ${rounded(width)} 0 0 ${rounded(height)} ${rounded(left)} ${bottom} cm /${name} Do Q`,
    );
  }
  return savedSomehow(file, random);
};

/**
 * Draws boxes over the old texts, and writes the new texts on the boxes. With `own_stream`, boxes and new texts are in
 * a separate content stream.
 */
export async function cover(
  file: PdfFile,
  edits: readonly Edit[],
  random: Random,
  { own_stream }: { own_stream: boolean },
): Promise<void> {
  // A careful forger uses the colour of the paper; others use white.
  const papers = random.chance(0.7) ? await paperColors(file, edits) : [];
  const strange = random.chance(0.5);
  for (const [at, edit] of edits.entries()) {
    const { place } = edit;
    const run = firstRun(edit);
    const font = strange ? strangeFont(file, edit) : { name: run.font, base: run.base_font };
    const left = Math.min(place.x, leftOf(edit, font.base, run.size)) - 1;
    const right =
      Math.max(place.x + place.width, leftOf(edit, font.base, run.size) + widthOf(edit.text, font.base, run.size)) + 1;
    const box = [left, place.y - run.size * 0.22, right - left, run.size * 0.98].map(rounded).join(' ');
    const paper = rgbOperands(papers[at] ?? '#ffffff');
    drawOver(
      file,
      place.page,
      `q ${paper} rg ${box} re f Q\n${textOperators(edit, font, run.size, run.color)}`,
      own_stream,
    );
  }
}

type Font = { name: string; base: string };

function textOperators(edit: Edit, font: Font, size: number, color: string): string {
  const x = rounded(leftOf(edit, font.base, size));
  return `q ${color} BT /${font.name} ${size} Tf 1 0 0 1 ${x} ${rounded(edit.place.y)} Tm ${hex(edit.text)} Tj ET Q`;
}

export const firstRun = ({ place }: Edit) => {
  const run = place.parts[0]?.run;
  if (run === undefined) throw new RangeError('a place without text');
  return run;
};

const STRANGE: Record<string, string> = {
  Helvetica: 'ArialMT',
  'Helvetica-Bold': 'Arial-BoldMT',
  'Times-Roman': 'TimesNewRomanPSMT',
  'Times-Bold': 'TimesNewRomanPS-BoldMT',
  Courier: 'CourierNewPSMT',
  'Courier-Bold': 'CourierNewPS-BoldMT',
};

/** Returns the font that an editor uses if it does not have the document's font. */
export const strangeName = (base_font: string): string => STRANGE[base_font] ?? 'ArialMT';

function strangeFont(file: PdfFile, edit: Edit): Font {
  const base = strangeName(firstRun(edit).base_font);
  return { name: addFont(file, pageObject(file, edit.place.page), base), base };
}

const standardFont = (base: string): string => (STRANGE[base] === undefined ? 'Helvetica' : base);

function signedByEditor(file: PdfFile, random: Random): void {
  const info = infoOf(file);
  setInfo(file, { ...info, ...random.pick(EDITORS), ModDate: daysLater(info['CreationDate'], random, 3, 60) });
}

/**
 * Saves the forged file. Half of the files, chosen at random, keep the program names and dates of the original file, as
 * if the forger had used a script. The other half name the editor that changed them.
 */
function savedSomehow(file: PdfFile, random: Random): Buffer {
  if (random.chance(0.5)) signedByEditor(file, random);
  return savedWhole(file);
}

/** Returns the background colour of each text: the most frequent colour in the rectangle that the text covers. */
async function paperColors(file: PdfFile, edits: readonly Edit[]): Promise<string[]> {
  const dpi = 144;
  const rasters = await rastersOf(file.bytes, dpi);
  const pixels = (points: number) => Math.round((points * dpi) / 72);
  return edits.map(({ place }) => {
    const raster = rasters[place.page - 1];
    if (raster === undefined) return '#ffffff';
    const counts = new Map<string, number>();
    const baseline = raster.height - pixels(place.y);
    for (let row = baseline - pixels(place.size * 0.75); row < baseline + pixels(place.size * 0.2); row++) {
      for (let column = pixels(place.x - 1); column < pixels(place.x + place.width + 1); column++) {
        const at = (row * raster.width + column) * 3;
        const color = `#${raster.data.toString('hex', at, at + 3)}`;
        counts.set(color, (counts.get(color) ?? 0) + 1);
      }
    }
    return [...counts].toSorted(([, left], [, right]) => right - left)[0]?.[0] ?? '#ffffff';
  });
}

const rgbOperands = (color: string): string =>
  [1, 3, 5].map((at) => rounded(Number.parseInt(color.slice(at, at + 2), 16) / 255)).join(' ');
