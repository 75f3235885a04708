// Controls: honest files that a careless detector flags as forged. Each file was saved again, printed, annotated,
// filled in, scanned or turned. Everything that the issuer printed is unchanged on the pages.
import { contentOf, hex } from '../pdf/content.ts';
import { addFont, rounded, setContent } from '../pdf/drawing.ts';
import { savedLinearised } from '../pdf/linearised.ts';
import {
  add,
  bodyOf,
  infoOf,
  literal,
  openPdf,
  type PdfFile,
  pagesOf,
  plainObject,
  put,
  savedAsUpdate,
  savedWhole,
  setInfo,
  streamOf,
} from '../pdf/objects.ts';
import type { Random } from '../sample.ts';
import { DEVICES } from '../scans/conditions.ts';
import { scanOf } from '../scans/scans.ts';
import { BROWSERS, daysLater, EDITORS_AS_VIEWERS, PRINTERS, type Program, SHRINKERS, VIEWERS } from './programs.ts';
import { type Kind, resultOf } from './sample.ts';

/** One of the ways to save a file. Returns undefined if the file cannot be saved like that. */
type Saving = (file: PdfFile, random: Random) => Buffer | undefined;

type Resave = { name: string; note: string; save: Saving };

const SAVINGS: readonly Resave[] = [
  { name: 'untouched', note: 'as the issuer made it', save: ({ bytes }) => bytes },
  { name: 'resaved', note: 'saved again by a viewer', save: (file, random) => savedBy(file, random, VIEWERS) },
  { name: 'shrunk', note: 'made smaller by a service', save: (file, random) => savedBy(file, random, SHRINKERS) },
  { name: 'linearised', note: 'arranged for the web', save: (file) => savedLinearised(file) },
  { name: 'metadata_update', note: 'a revision with new metadata only', save: withMetadata },
  { name: 'note_added', note: 'a revision with a note or a highlight', save: withNote },
  { name: 'browser_print', note: 'printed by a browser: smaller, with a header and a footer', save: printedByBrowser },
  { name: 'system_print', note: 'printed into a file by the operating system', save: printedBySystem },
  { name: 'page_turned', note: 'pages turned in a viewer', save: turned },
];

export const CONTROLS: readonly Kind[] = [
  ...SAVINGS.map(controlOf),
  {
    name: 'form_filled',
    note: 'an official form that a person filled in, in a viewer, in one or two revisions',
    is_clean: true,
    make: async (sample, random) => {
      const file = openPdf(sample.file);
      if (!hasFields(file)) return undefined;
      // In half of the files, a viewer saved the form a second time: the metadata is new, but the values are the same.
      const bytes = random.chance(0.5) ? withMetadata(file, random) : sample.file;
      return resultOf({ name: 'form_filled', is_clean: true }, sample, bytes);
    },
  },
  {
    name: 'scanned',
    note: 'a scan or photograph of the printed document',
    is_clean: true,
    make: async (sample, random) => {
      const device = random.pick(DEVICES);
      const { bytes, mime_type } = await scanOf(sample, random.integer(0, 1_000_000), { device });
      return resultOf({ name: 'scanned', is_clean: true }, sample, bytes, { mime_type });
    },
  },
];

/** Controls that were added after the checks for fraud were written. */
export const LATER_CONTROLS: readonly Kind[] = [
  controlOf({
    name: 'editor_as_viewer',
    note: 'saved again, unchanged, by an editor that serves as a viewer',
    save: (file, random) => savedBy(file, random, EDITORS_AS_VIEWERS),
  }),
];

function controlOf({ name, note, save }: Resave): Kind {
  return {
    name,
    note,
    is_clean: true,
    make: async (sample, random) => {
      const bytes = save(openPdf(sample.file), random);
      return bytes === undefined ? undefined : resultOf({ name, is_clean: true }, sample, bytes);
    },
  };
}

function renamed(file: PdfFile, random: Random, programs: readonly Program[], days: number): void {
  const info = infoOf(file);
  setInfo(file, { ...info, ...random.pick(programs), ModDate: daysLater(info['CreationDate'], random, 0, days) });
}

function savedBy(file: PdfFile, random: Random, programs: readonly Program[]): Buffer {
  renamed(file, random, programs, 90);
  return savedWhole(file, '1.5');
}

function withMetadata(file: PdfFile, random: Random): Buffer {
  const info = infoOf(file);
  const ModDate = daysLater(info['CreationDate'], random, 0, 30);
  setInfo(file, { ...info, ModDate });
  const xmp = `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:ModifyDate="${ModDate.slice(2, 6)}-${ModDate.slice(6, 8)}-${ModDate.slice(8, 10)}"/>
</rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>`;
  const metadata = add(file, streamOf(xmp, '/Type /Metadata /Subtype /XML', false));
  const root = bodyOf(file, file.root).replace(/\/Metadata \d+ 0 R/, '');
  put(file, file.root, plainObject(root.replace(/>>\s*$/, ` /Metadata ${metadata} 0 R >>`)));
  return savedAsUpdate(file);
}

function withNote(file: PdfFile, random: Random): Buffer {
  const [page] = pagesOf(file);
  if (page === undefined) throw new RangeError('a file has at least one page');
  const [, height] = sizeOf(file, page);
  const y = height - random.integer(60, 300);
  const note = random.chance(0.5)
    ? `<< /Type /Annot /Subtype /Text /Rect [540 ${y} 560 ${y + 20}] /Contents ${literal('Please see the pay date.')} /Name /Comment /C [1 1 0] /F 28 >>`
    : `<< /Type /Annot /Subtype /Highlight /Rect [60 ${y} 200 ${y + 12}] /QuadPoints [60 ${y + 12} 200 ${y + 12} 60 ${y} 200 ${y}] /C [1 0.9 0.2] /CA 0.4 /F 4 >>`;
  const number = add(file, plainObject(note));
  const body = bodyOf(file, page);
  const listed = /\/Annots\s+(\d+) 0 R/.exec(body)?.[1];
  if (listed !== undefined) {
    const list = Number(listed);
    put(file, list, plainObject(bodyOf(file, list).replace(/\]\s*$/, ` ${number} 0 R]`)));
  } else if (/\/Annots\s*\[/.test(body)) {
    put(file, page, plainObject(body.replace(/\/Annots\s*\[/, `/Annots [${number} 0 R `)));
  } else put(file, page, plainObject(body.replace(/>>\s*$/, ` /Annots [${number} 0 R] >>`)));
  renamed(file, random, [{ Producer: infoOf(file)['Producer'] ?? 'Viewer' }], 20);
  return savedAsUpdate(file);
}

const hasFields = (file: PdfFile): boolean => /\/AcroForm/.test(bodyOf(file, file.root));

/** Returns undefined for a fillable form, because printing would flatten it. The flattened layout covers that case. */
export function printedByBrowser(file: PdfFile, random: Random): Buffer | undefined {
  if (hasFields(file)) return undefined;
  const info = infoOf(file);
  const printed = daysLater(info['CreationDate'], random, 0, 40);
  const day = `${Number(printed.slice(6, 8))}/${Number(printed.slice(8, 10))}/${printed.slice(4, 6)}, 9:${printed.slice(12, 14)} AM`;
  const pages = pagesOf(file);
  for (const [at, page] of pages.entries()) {
    const [width, height] = sizeOf(file, page);
    const font = addFont(file, page, 'ArialMT');
    const scale = 0.93;
    const move = `${scale} 0 0 ${scale} ${rounded((width * (1 - scale)) / 2)} ${rounded((height * (1 - scale)) / 2)} cm`;
    const line = (text: string, x: number, y: number) => `BT /${font} 8 Tf 1 0 0 1 ${x} ${y} Tm ${hex(text)} Tj ET`;
    const around = [
      line(day, 24, height - 16),
      line(info['Title'] ?? 'Document', Math.round(width / 2), height - 16),
      line('https://portal.example/documents/view', 24, 12),
      line(`${at + 1}/${pages.length}`, width - 36, 12),
    ];
    setContent(file, page, `q ${move}\n${contentOf(file, page)}\nQ\nq 0 g\n${around.join('\n')}\nQ`);
  }
  setInfo(file, { Title: info['Title'], ...random.pick(BROWSERS), CreationDate: printed, ModDate: printed });
  return savedWhole(file);
}

export function printedBySystem(file: PdfFile, random: Random): Buffer | undefined {
  if (hasFields(file)) return undefined;
  const info = infoOf(file);
  const printed = daysLater(info['CreationDate'], random, 0, 40);
  const scale = random.pick([1, 0.97, 0.94]);
  for (const page of pagesOf(file)) {
    const [width, height] = sizeOf(file, page);
    const move = `${scale} 0 0 ${scale} ${rounded((width * (1 - scale)) / 2)} ${rounded((height * (1 - scale)) / 2)} cm`;
    setContent(file, page, `q ${move}\n${contentOf(file, page)}\nQ`);
  }
  setInfo(file, { Title: info['Title'], ...random.pick(PRINTERS), CreationDate: printed, ModDate: printed });
  return savedWhole(file, '1.7');
}

function turned(file: PdfFile, random: Random): Buffer {
  const angle = random.pick([90, 180, 270]);
  for (const page of pagesOf(file)) {
    const body = bodyOf(file, page).replace(/\/Rotate\s+\d+/, '');
    put(file, page, plainObject(body.replace(/>>\s*$/, ` /Rotate ${angle} >>`)));
  }
  const whole = random.chance(0.5);
  renamed(file, random, whole ? VIEWERS : [{ Producer: infoOf(file)['Producer'] ?? 'Viewer' }], 30);
  return whole ? savedWhole(file) : savedAsUpdate(file);
}

function sizeOf(file: PdfFile, page: number): [width: number, height: number] {
  const box = /\/MediaBox\s*\[([^\]]*)\]/.exec(bodyOf(file, page))?.[1] ?? '0 0 612 792';
  const [left = 0, bottom = 0, right = 612, top = 792] = box.trim().split(/\s+/).map(Number);
  return [right - left, top - bottom];
}
