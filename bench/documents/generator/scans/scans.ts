// Samples of the scan group: scans and photos of a generated document. Their expected values are those of the document.
import { type Random, randomOf, type Sample, type Truth } from '../sample.ts';
import { layoutsFrom, SHELVES } from '../shelves.ts';
import { capture } from './capture.ts';
import { type Conditions, DEVICES, type Device, newConditions } from './conditions.ts';
import { type Format, fileOf, MIME_TYPES } from './files.ts';
import { rastersOf } from './raster.ts';

export type ScannedSample = {
  layout: string;
  seed: number;
  bytes: Buffer;
  mime_type: string;
  format: Format;
  /** The conditions under which each page is scanned. */
  pages: Conditions[];
  truth: Truth[];
};

const PRODUCERS: Record<Device, readonly string[]> = {
  flatbed: ['HP Scan Extended Application', 'EPSON Scan', 'Brother MFC-L2750DW'],
  office: ['Canon iR-ADV C5535 PDF', 'KONICA MINOLTA bizhub C368', 'RICOH IM C3000', 'Xerox WorkCentre 7845'],
  worn: ['Canon iR-ADV 4245 PDF', 'Xerox WorkCentre 5335'],
  fax: ['RightFax', 'eFax'],
  photo: [
    'iOS Version 16.5.1 (Build 20F75) Quartz PDFContext',
    'Adobe Scan for Android 23.05',
    'intsig.com pdf producer',
  ],
};

export type ScanChoices = { device?: Device; format?: Format; dpi?: number };

/** Makes a scan of the sample. The same sample, seed and choices always produce the same bytes. */
export async function scanOf(sample: Sample, seed: number, choices: ScanChoices = {}): Promise<ScannedSample> {
  const random = randomOf(mixed(`${sample.layout} ${sample.seed} ${seed}`));
  const device = choices.device ?? random.pick(DEVICES);
  const count = Math.max(...sample.documents.map(({ pages }) => pages[1]));
  const format = choices.format ?? formatFor(device, count, random);
  const drawn = newConditions(random, device);
  const whole = { ...drawn, dpi: choices.dpi ?? drawn.dpi };
  const conditions: Conditions[] = [];
  const rasters = [];
  for (const page of await rastersOf(sample.file, whole.dpi)) {
    // One device scans all pages, but the position differs slightly from page to page.
    const own: Conditions = {
      ...newConditions(random, device),
      dpi: whole.dpi,
      grey: whole.grey,
      jpeg_quality: whole.jpeg_quality,
      quarter_turns: whole.quarter_turns,
    };
    conditions.push(own);
    rasters.push((await capture(page, own, random)).raster);
  }
  const bytes = await fileOf(rasters, format, {
    ...whole,
    producer: random.pick(PRODUCERS[device]),
    created: scannedAt(sample, random),
  });
  return {
    layout: sample.layout,
    seed: sample.seed,
    bytes,
    mime_type: MIME_TYPES[format],
    format,
    pages: conditions,
    truth: sample.documents,
  };
}

/**
 * Returns the time of the scan: a random time in 2024 or 2025. If the document has a date after this time, two years
 * are added to the time, because a document is scanned after its date.
 */
function scannedAt({ documents }: Sample, random: Random): Date {
  const drawn = new Date(Date.UTC(random.integer(2024, 2025), random.integer(0, 11), random.integer(1, 28), 15, 4, 5));
  const dates = documents.flatMap(({ fields }) => [fields['pay_date'], fields['period_end']]);
  const is_early = dates.some((date) => typeof date === 'string' && Date.parse(date) > drawn.getTime());
  return is_early
    ? new Date(Date.UTC(drawn.getUTCFullYear() + 2, drawn.getUTCMonth(), drawn.getUTCDate(), 15, 4, 5))
    : drawn;
}

/** Yields scans of a pay stub, a W-2 and a bank statement, for each entry of `captures` and for each seed. */
export async function* scannedSamples(
  seeds: readonly number[],
  captures: readonly ScanChoices[] = DEVICES.map((device) => ({ device })),
): AsyncGenerator<ScannedSample> {
  for (const [place, choices] of captures.entries()) {
    for (const [at, seed] of seeds.entries()) {
      for (const shelf of Object.values(SHELVES)) {
        const [layout] = layoutsFrom(shelf, at * 5 + place);
        if (layout !== undefined) yield await scanOf(await layout(seed), seed, choices);
      }
    }
  }
}

/** Picks the file format. A document with several pages needs a format that can have several pages. */
function formatFor(device: Device, pages: number, random: Random): Format {
  if (device === 'fax') return random.pick(['tiff', 'tiff', 'pdf'] as const);
  if (pages > 1) return random.pick(['pdf', 'pdf', 'tiff'] as const);
  if (device === 'photo') return random.pick(['jpeg', 'jpeg', 'png', 'pdf'] as const);
  return random.pick(['pdf', 'pdf', 'png', 'jpeg', 'tiff'] as const);
}

export function mixed(text: string): number {
  let hash = 2_166_136_261;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16_777_619);
  return hash >>> 0;
}
