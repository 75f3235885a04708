// Prepares a picture of a page for OCR. It cuts the sheet of paper out of a photograph, scales the picture to a
// resolution at which OCR works well, and straightens it.
import { BLOCK, backgroundOf } from './background.ts';
import { rawOf, sharpOf } from './decode.ts';
import { type Grey, isUniform, type PagePicture } from './grey.ts';
import { sharpened } from './sharpening.ts';
import { findSheet, type Quad } from './sheet.ts';
import { skewOf } from './skew.ts';
import { withoutSpecks } from './specks.ts';
import { flattened, sidesOf } from './warp.ts';

/** The best resolution for OCR. On clean pages, 97 % of the fields are correct at 200 dpi, and 95 % at 300 dpi. */
export const OCR_DPI = 200;
/** The range of resolutions in which pictures are not scaled, because scaling blurs them. */
const [DPI_MIN, DPI_MAX] = [190, 260];
/**
 * Scans with a resolution from this value up to `DPI_MIN` are scaled by a smooth filter, but not sharpened. They are
 * assumed to come from worn office scanners, and sharpening would strengthen the noise too.
 */
const SMOOTH_DPI_MIN = 145;
/**
 * The range of plausible resolutions, and the range of plausible lengths of the page's long side, in inches. The
 * resolution in a file is used only if two values are plausible: the resolution itself, and the length that results
 * from it.
 */
const [STATED_DPI_MIN, STATED_DPI_MAX] = [100, 1200];
const [LONG_SIDE_MIN, LONG_SIDE_MAX] = [4, 17];
/**
 * The usual lengths of a picture's long side, in inches. A US Letter page has 11. A check or stub that was torn off a
 * page has 8.5, the width of the page.
 */
const [PAGE_LONG_SIDE, STRIP_LONG_SIDE] = [11, 8.5];
/** The minimum ratio of the sides of a strip, such as a check or stub. */
const STRIP_RATIO = 1.6;
/**
 * The smallest angle, in degrees, that is corrected. OCR can read lines that are slightly tilted, and rotation blurs
 * the picture.
 */
const SKEW_MIN = 0.3;
/** The brightness of paper after the shadows are removed. */
const PAPER = 250;

export async function pagePictureOf(decoded: Grey, density: number | undefined): Promise<PagePicture> {
  // An empty page is returned unchanged, because its preparation would take a second.
  if (isUniform(decoded)) return withDpi(decoded, density);
  const picture = withoutSpecks(decoded);
  const sheet = findSheet(picture);
  return straightened(sheet === undefined ? await scaled(withDpi(picture, density)) : await sheetOf(picture, sheet));
}

/** Straightens a page. Pages of scanned PDFs are often slightly tilted too. */
export async function straightened(page: PagePicture): Promise<PagePicture> {
  const { degrees } = skewOf(page);
  return Math.abs(degrees) < SKEW_MIN ? page : rotated(page, -degrees);
}

/**
 * Makes shadows as bright as the paper around them, and makes blurred letters sharper. The two steps together raised
 * the share of correctly read fields from 89 % to 95 % on photographs, and from 31 % to 82 % on small photographs of
 * 125 dpi. Clean scans need neither step.
 */
async function clarified(page: PagePicture): Promise<PagePicture> {
  const { width, height, data } = page;
  const background = backgroundOf(page);
  const even = new Uint8Array(data.length);
  for (let y = 0; y < height; y++) {
    for (let left = 0; left < width; left += BLOCK) {
      const paper = Math.max(1, background(left, y));
      const end = y * width + Math.min(width, left + BLOCK);
      for (let at = y * width + left; at < end; at++) even[at] = Math.min(255, ((data[at] ?? 0) * PAPER) / paper);
    }
  }
  return { ...(await sharpened({ width, height, data: even })), dpi: page.dpi };
}

function withDpi(picture: Grey, density: number | undefined): PagePicture {
  const inches = Math.max(picture.width, picture.height) / (density ?? 1);
  const believed =
    density !== undefined &&
    density >= STATED_DPI_MIN &&
    density <= STATED_DPI_MAX &&
    inches >= LONG_SIDE_MIN &&
    inches <= LONG_SIDE_MAX;
  return { ...picture, dpi: believed ? density : usualDpi(picture) };
}

/** Returns the resolution of a picture that shows a whole sheet of a usual size. */
function usualDpi({ width, height }: { width: number; height: number }): number {
  const [long, short] = [Math.max(width, height), Math.min(width, height)];
  return long / (long / short < STRIP_RATIO ? PAGE_LONG_SIDE : STRIP_LONG_SIDE);
}

async function scaled(page: PagePicture): Promise<PagePicture> {
  if (page.dpi >= DPI_MIN && page.dpi <= DPI_MAX) return page;
  const factor = OCR_DPI / page.dpi;
  if (page.dpi >= SMOOTH_DPI_MIN && page.dpi < DPI_MIN) {
    return { ...(await resized(page, factor, 'mitchell')), dpi: OCR_DPI };
  }
  return clarified({ ...(await resized(page, factor)), dpi: OCR_DPI });
}

/** Cuts out the sheet. The picture is scaled first, because cutting out uses only the nearest pixels. */
async function sheetOf(picture: Grey, sheet: Quad): Promise<PagePicture> {
  const sides = sidesOf(sheet);
  const dpi = usualDpi(sides);
  const factor = OCR_DPI / dpi;
  const small = await resized(picture, factor);
  const at = ([a, b, c, d]: Quad): Quad => {
    const scale = ({ x, y }: { x: number; y: number }) => ({ x: x * factor, y: y * factor });
    return [scale(a), scale(b), scale(c), scale(d)];
  };
  const size = { width: Math.round(sides.width * factor), height: Math.round(sides.height * factor) };
  return clarified({ ...flattened(small, at(sheet), size), dpi: OCR_DPI });
}

async function resized(picture: Grey, factor: number, kernel: 'lanczos3' | 'mitchell' = 'lanczos3'): Promise<Grey> {
  const width = Math.max(1, Math.round(picture.width * factor));
  return rawOf(sharpOf(picture).resize({ width, kernel }));
}

async function rotated(page: PagePicture, degrees: number): Promise<PagePicture> {
  const paper = brightestCommon(page.data);
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  // Bicubic interpolation keeps letters sharper than the bilinear interpolation of a plain rotation.
  const turned = sharpOf(page).affine([cos, -sin, sin, cos], {
    background: { r: paper, g: paper, b: paper },
    interpolator: 'bicubic',
  });
  return { ...(await rawOf(turned)), dpi: page.dpi };
}

/** Returns the brightness of the paper: the most frequent level among the bright pixels. */
function brightestCommon(data: Uint8Array): number {
  const counts = new Uint32Array(256);
  for (const value of data) counts[value] = (counts[value] ?? 0) + 1;
  return counts.lastIndexOf(Math.max(...counts.subarray(128)));
}
