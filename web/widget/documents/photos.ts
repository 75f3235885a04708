// Processes photos of documents in the browser: makes thumbnails of them, and writes them into a PDF file of limited
// size.
import { type Photo, photoPdf } from './photo-pdf.ts';

/**
 * Settings for photos, best first: the maximum side in pixels and the JPEG quality. If the file would be too large with
 * one setting, the next setting is used. Photos are readable with every setting.
 */
const QUALITIES = [
  { side_max: 2_400, quality: 0.85 },
  { side_max: 1_900, quality: 0.7 },
  { side_max: 1_500, quality: 0.6 },
];
/** The longer side of a thumbnail in pixels: twice the size at which it is shown, for high-density screens. */
const SMALL_SIDE = 192;

/** Makes a thumbnail of the photo. Returns `undefined` if the browser cannot show the photo. */
export async function smallPicture(photo: Blob): Promise<HTMLCanvasElement | undefined> {
  try {
    return await drawn(photo, SMALL_SIDE);
  } catch {
    return undefined;
  }
}

/**
 * Writes the photos into one PDF file of at most this size. Returns `undefined` if that is not possible. Photos are
 * decoded one after the other, because a decoded photo takes tens of megabytes.
 */
export async function pdfOf(photos: readonly Blob[], size_bytes_max: number): Promise<Blob | undefined> {
  for (const { side_max, quality } of QUALITIES) {
    const pages: Photo[] = [];
    for (const photo of photos) pages.push(await toJpeg(await drawn(photo, side_max), quality));
    const pdf = photoPdf(pages);
    if (pdf.length <= size_bytes_max) return new Blob([pdf], { type: 'application/pdf' });
  }
  return undefined;
}

/** Draws the photo upright on a white background. Its longer side is at most `side_max` pixels. */
async function drawn(photo: Blob, side_max: number): Promise<HTMLCanvasElement> {
  const bitmap = await createImageBitmap(photo, { imageOrientation: 'from-image' });
  const scale = Math.min(1, side_max / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('the browser cannot draw');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return canvas;
}

async function toJpeg(canvas: HTMLCanvasElement, quality: number): Promise<Photo> {
  const { width, height } = canvas;
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
  // Some browsers free the memory of a canvas only when its size is set to 0.
  canvas.width = 0;
  canvas.height = 0;
  if (blob === null) throw new Error('the browser cannot write a JPEG');
  return { jpeg: new Uint8Array(await blob.arrayBuffer()), width, height };
}
