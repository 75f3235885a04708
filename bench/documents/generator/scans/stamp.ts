// Puts a rubber stamp on a page: a word such as RECEIVED, a date and a department. The stamp is usually where the page
// is white.
import type { Random } from '../sample.ts';
import { drawnPdf } from './label.ts';
import { asSharp, pixelsOf, type Raster, rastersOf } from './raster.ts';

const WORDS = ['RECEIVED', 'RECEIVED', 'COPY', 'PROCESSED', 'VERIFIED', 'SCANNED'];
const INKS = ['#b3202a', '#27408b', '#30303a', '#6a2c91'];
const MONTHS = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ');

export async function stamped(page: Raster, dpi: number, random: Random, over_text: boolean): Promise<Raster> {
  const [width, height] = [150, 62];
  const ink = random.pick(INKS);
  const date = `${random.pick(MONTHS)} ${random.integer(1, 28)} ${random.integer(2023, 2025)}`;
  const pdf = await drawnPdf([width + 30, height + 40], (document) => {
    document.rotate(random.integer(-9, 9), { origin: [(width + 30) / 2, (height + 40) / 2] });
    document.lineWidth(2.2).roundedRect(15, 20, width, height, 4).stroke(ink);
    const center = (text: string, y: number, size: number) => {
      document.font('Helvetica-Bold').fontSize(size).fillColor(ink);
      document.text(text, 15 + (width - document.widthOfString(text)) / 2, y, { lineBreak: false });
    };
    center(random.pick(WORDS), 27, 20);
    center(date, 48, 11);
    center(random.pick(['LOAN PROCESSING', 'MAIL ROOM', 'UNDERWRITING', 'BRANCH 014']), 65, 8);
  });
  const [mark] = await rastersOf(pdf, dpi);
  if (mark === undefined || mark.width >= page.width || mark.height >= page.height) return page;
  const [left, top] = over_text
    ? [random.integer(0, page.width - mark.width), random.integer(0, Math.floor((page.height - mark.height) / 2))]
    : whitestPlace(page, mark, random);
  // The paper and the print stay visible under the ink of the stamp.
  const picture = asSharp(page).composite([
    { input: await asSharp(mark).png().toBuffer(), left, top, blend: 'multiply' },
  ]);
  return pixelsOf(picture);
}

function whitestPlace(page: Raster, mark: Raster, random: Random): [left: number, top: number] {
  let best = { ink: Number.POSITIVE_INFINITY, left: 0, top: 0 };
  for (let attempt = 0; attempt < 60; attempt++) {
    const left = random.integer(0, page.width - mark.width);
    const top = random.integer(0, page.height - mark.height);
    let ink = 0;
    for (let y = top; y < top + mark.height; y += 4)
      for (let x = left; x < left + mark.width; x += 4)
        ink += (page.data[(y * page.width + x) * 3] ?? 255) < 200 ? 1 : 0;
    if (ink < best.ink) best = { ink, left, top };
  }
  return [best.left, best.top];
}
