// Makes a scan in which an amount is painted over with a drawing program. The patch has neither the noise of the scan
// nor the blocks of the scan's first compression.
import sharp from 'sharp';
import { widthOf } from '../pdf/content.ts';
import type { Edit } from '../pdf/places.ts';
import type { Random, Sample } from '../sample.ts';
import { capture } from '../scans/capture.ts';
import { type Conditions, newConditions } from '../scans/conditions.ts';
import { type Format, fileOf, jpegOf, MIME_TYPES } from '../scans/files.ts';
import { labelPixels } from '../scans/label.ts';
import { asSharp, pixelsOf, type Raster, rastersOf } from '../scans/raster.ts';

export async function paintedScan(
  sample: Sample,
  edits: readonly Edit[],
  random: Random,
): Promise<{ bytes: Buffer; mime_type: string }> {
  const conditions: Conditions = {
    ...newConditions(random, random.pick(['flatbed', 'office', 'worn'] as const)),
    stamp: 'none',
    quarter_turns: 0,
    dpi: 200,
  };
  conditions.skew_degrees *= 0.4;
  const pages = await rastersOf(sample.file, conditions.dpi);
  const rasters: Raster[] = [];
  for (const [at, page] of pages.entries()) {
    const { raster, pixelAt } = await capture(page, conditions, random);
    // The forger gets the compressed scan and saves it again.
    let seen = await pixelsOf(sharp(await jpegOf(raster, conditions)));
    for (const edit of edits.filter(({ place }) => place.page === at + 1))
      seen = await painted(seen, edit, pixelAt, page.height * (72 / conditions.dpi), conditions.dpi);
    rasters.push(seen);
  }
  const format: Format = rasters.length > 1 ? 'pdf' : random.pick(['pdf', 'jpeg', 'png'] as const);
  const bytes = await fileOf(rasters, format, {
    ...conditions,
    jpeg_quality: random.integer(88, 95),
    producer: random.pick([
      'Adobe Photoshop 24.1',
      'GIMP 2.10.34',
      'Microsoft: Print To PDF',
      'Canon iR-ADV C5535 PDF',
    ]),
    created: new Date(Date.UTC(2025, random.integer(0, 11), random.integer(1, 28), 20, 11, 12)),
  });
  return { bytes, mime_type: MIME_TYPES[format] };
}

async function painted(
  page: Raster,
  { place, text }: Edit,
  pixelAt: (x: number, y: number) => readonly [number, number],
  height_points: number,
  dpi: number,
): Promise<Raster> {
  const run = place.parts[0]?.run;
  if (run === undefined) return page;
  const font = /^(Helvetica|Times|Courier)/.test(run.base_font) ? run.base_font : 'Helvetica';
  const wide = Math.max(place.width, widthOf(text, font, run.size));
  const from = place.right_aligned ? place.x + place.width - wide : place.x;
  const [left, top] = pixelAt(from - 1, height_points - place.y - run.size * 0.78).map(Math.round);
  if (left === undefined || top === undefined) return page;
  const scale = dpi / 72;
  const background = paperAround(page, left, top, Math.round(wide * scale), Math.round(run.size * scale));
  const label = await labelPixels(
    {
      text,
      font,
      size: run.size,
      width: wide + 3,
      height: run.size * 1.02,
      baseline: run.size * 0.24,
      x: place.right_aligned ? wide + 1 - widthOf(text, font, run.size) : 1,
      color: '#2a2a2a',
      background,
    },
    dpi,
  );
  if (left < 0 || top < 0 || left + label.width > page.width || top + label.height > page.height) return page;
  return pixelsOf(asSharp(page).composite([{ input: await asSharp(label).png().toBuffer(), left, top }]));
}

/** Picks the colour of one bright pixel of the paper around the amount, as a drawing program's colour picker does. */
function paperAround(page: Raster, left: number, top: number, width: number, height: number): string {
  const found: { color: string; bright: number }[] = [];
  for (let row = top; row < top + height; row += 2) {
    for (let column = left; column < left + width; column += 2) {
      const at = (row * page.width + column) * 3;
      found.push({ color: `#${page.data.toString('hex', at, at + 3)}`, bright: page.data[at + 1] ?? 0 });
    }
  }
  const sorted = found.toSorted((one, other) => one.bright - other.bright);
  return sorted[Math.floor(sorted.length * 0.75)]?.color ?? '#f8f8f7';
}
