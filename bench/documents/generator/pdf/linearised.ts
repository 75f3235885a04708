// Writes a linearised file. The objects of the first page come first and have their own cross-reference table, so that
// a browser shows this page before the rest has arrived. In other files, two end-of-file marks mean that the file was
// changed. A linearised file has two although it was never changed.
import { entriesOf, type PdfFile, pagesOf, plainObject, reachable, withNumbers } from './objects.ts';
import { newWriter, type PdfObject, sectionsOf } from './writer.ts';

export function savedLinearised(file: PdfFile): Buffer {
  const [page] = pagesOf(file);
  if (page === undefined) throw new RangeError('a file has at least one page');
  const early = firstPart(file, page);
  const late = reachable(file).filter((number) => !early.includes(number));
  // The objects of the file's first part (the head, the hints, the catalog and the page) have the highest numbers.
  const compact = withNumbers(file, [...late, -1, -2, ...early], 1);
  const parts = { compact, late: late.length, page: late.length + 3 + early.indexOf(page) };
  // The first pass finds the offsets, and the second pass writes them into the head. Numbers in the head have a fixed
  // width, so the offsets are the same in both passes.
  const draft = written(parts, { length: 0, first_end: 0, late_entries: 0, late_table: 0, offsets: new Map() });
  return written(parts, draft).bytes;
}

type Layout = {
  length: number;
  first_end: number;
  late_table: number;
  late_entries: number;
  offsets: Map<number, number>;
};

function written(
  { compact, late, page }: { compact: PdfFile; late: number; page: number },
  known: Layout,
): Layout & { bytes: Buffer } {
  const [head, hints] = [late + 1, late + 2];
  const size = compact.objects.size + 1;
  const writer = newWriter([Buffer.from('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n', 'latin1')]);
  const offsets = new Map<number, number>();
  const object = (number: number, own: PdfObject = compact.objects.get(number) ?? plainObject('null')) => {
    offsets.set(number, writer.length());
    writer.object(number, own);
  };
  const from = known.offsets.get(hints) ?? 0;
  const until = known.offsets.get(hints + 1) ?? 0;
  const numbers = [
    `/L ${wide(known.length)} /H [ ${wide(from)} ${wide(until - from)} ] /O ${page}`,
    `/E ${wide(known.first_end)} /N ${pagesOf(compact).length} /T ${wide(known.late_entries)}`,
  ];
  object(head, plainObject(`<< /Linearized 1 ${numbers.join(' ')} >>`));
  const early_table = writer.length();
  const first = new Map<number, number>();
  for (let number = head; number < size; number++) first.set(number, known.offsets.get(number) ?? 0);
  const trailer = `<< /Size ${size} ${entriesOf(compact)} /Prev ${wide(known.late_table)} >>`;
  writer.write(`xref\n${sectionsOf(first)}trailer\n${trailer}\nstartxref\n0\n%%EOF\n`);
  object(hints, hintsOf(known.offsets.get(page) ?? 0));
  for (let number = hints + 1; number < size; number++) object(number);
  const first_end = writer.length();
  for (let number = 1; number <= late; number++) object(number);
  const late_table = writer.length();
  writer.write(`xref\n0 ${late + 1}`);
  const late_entries = writer.length();
  writer.write('\n0000000000 65535 f \n');
  for (let number = 1; number <= late; number++)
    writer.write(`${String(offsets.get(number)).padStart(10, '0')} 00000 n \n`);
  writer.write(`trailer\n<< /Size ${late + 1} >>\nstartxref\n${early_table}\n%%EOF\n`);
  return { length: writer.length(), first_end, late_table, late_entries, offsets, bytes: writer.done() };
}

const wide = (number: number): string => String(number).padStart(10, '0');

/** Returns a hint stream. Its two mandatory tables have no entries, because no reader depends on the entries. */
function hintsOf(page_offset: number): PdfObject {
  const stream = Buffer.alloc(36 + 24);
  stream.writeUInt32BE(1, 0);
  stream.writeUInt32BE(page_offset, 4);
  return { body: `<< /S 36 /Length ${stream.length} >>`, stream };
}

/** Returns the numbers of the catalog, the first page and all objects to which that page refers, except other pages. */
function firstPart(file: PdfFile, page: number): number[] {
  const found = [file.root];
  const visit = (number: number) => {
    const object = file.objects.get(number);
    if (found.includes(number) || object === undefined) return;
    found.push(number);
    const own = object.body.replace(/\/Parent \d+ 0 R/, '');
    for (const match of own.matchAll(/(\d+) 0 R/g)) visit(Number(match[1]));
  };
  visit(page);
  return found;
}
