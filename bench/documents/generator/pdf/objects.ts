// The objects of a PDF file. They can be changed and saved again: as an update after the old bytes, as editors and
// viewers do, or as a whole new file. Supports files from pdfkit and the official forms, but no files with a password.
import { deflateSync, inflateSync } from 'node:zlib';
import { newWriter, type PdfObject } from './writer.ts';

export type PdfFile = {
  bytes: Buffer;
  objects: Map<number, PdfObject>;
  root: number;
  info: number | null;
  /** The array after `/ID`, including its brackets. */
  id: string | null;
  /** The numbers of the objects that were replaced or added since the file was opened. */
  changed: Set<number>;
};

export function openPdf(bytes: Buffer): PdfFile {
  const text = bytes.toString('latin1');
  const objects = readObjects(bytes, text);
  // The last trailer is used. This is also correct for a linearised file, because all its trailers name the same root.
  const last = (pattern: RegExp) => [...text.matchAll(pattern)].at(-1)?.[1];
  const root = last(/\/Root (\d+) 0 R/g);
  if (root === undefined) throw new RangeError('the file has no root object');
  const info = last(/\/Info (\d+) 0 R/g);
  const id = last(/\/ID\s*(\[[^\]]*\])/g) ?? null;
  return { bytes, objects, root: Number(root), info: info === undefined ? null : Number(info), id, changed: new Set() };
}

export function put(file: PdfFile, number: number, object: PdfObject): void {
  file.objects.set(number, object);
  file.changed.add(number);
}

/** Adds an object and returns its number. */
export function add(file: PdfFile, object: PdfObject): number {
  const number = Math.max(...file.objects.keys(), 0) + 1;
  put(file, number, object);
  return number;
}

export function bodyOf(file: PdfFile, number: number): string {
  const object = file.objects.get(number);
  if (object === undefined) throw new RangeError(`the file has no object ${number}`);
  return object.body;
}

/** Returns the decompressed bytes of a stream. */
export function decoded(object: PdfObject): Buffer {
  if (object.stream === null) throw new RangeError('the object has no stream');
  return /\/FlateDecode/.test(object.body) ? inflateSync(object.stream) : object.stream;
}

export function streamOf(content: Buffer | string, entries = '', compressed = true): PdfObject {
  const bytes = typeof content === 'string' ? Buffer.from(content, 'latin1') : content;
  const stream = compressed ? deflateSync(bytes) : bytes;
  const filter = compressed ? '/Filter /FlateDecode ' : '';
  return { body: `<< ${entries} ${filter}/Length ${stream.length} >>`, stream };
}

export const plainObject = (body: string): PdfObject => ({ body, stream: null });

/** Returns the object numbers of the pages, in page order. */
export function pagesOf(file: PdfFile): number[] {
  const kidsOf = (number: number): number[] => {
    const body = bodyOf(file, number);
    const kids = /\/Kids\s*\[([^\]]*)\]/.exec(body)?.[1];
    return kids === undefined ? [number] : [...kids.matchAll(/(\d+) 0 R/g)].flatMap((kid) => kidsOf(Number(kid[1])));
  };
  return kidsOf(referenceIn(bodyOf(file, file.root), 'Pages'));
}

export function referenceIn(body: string, key: string): number {
  const number = new RegExp(`/${key}\\s+(\\d+) 0 R`).exec(body)?.[1];
  if (number === undefined) throw new RangeError(`no reference /${key}`);
  return Number(number);
}

/** Returns the text entries of the information dictionary: Producer, Creator, Title, CreationDate, ModDate. */
export function infoOf(file: PdfFile): Record<string, string> {
  if (file.info === null) return {};
  const found: Record<string, string> = {};
  for (const [, key = '', value = ''] of bodyOf(file, file.info).matchAll(
    /\/(\w+)\s*(\((?:\\.|[^\\)])*\)|<[0-9A-Fa-f]*>|\d+ 0 R)/gs,
  )) {
    const reference = /^(\d+) 0 R$/.exec(value)?.[1];
    found[key] = textOf(reference === undefined ? value : bodyOf(file, Number(reference)).trim());
  }
  return found;
}

/** Replaces the information dictionary; entries that are undefined are left out. */
export function setInfo(file: PdfFile, entries: Record<string, string | undefined>): void {
  const parts = Object.entries(entries).flatMap(([key, value]) =>
    value === undefined ? [] : [`/${key} ${literal(value)}`],
  );
  const object = plainObject(`<< ${parts.join(' ')} >>`);
  if (file.info === null) file.info = add(file, object);
  else put(file, file.info, object);
}

/** Returns the text as a literal string in parentheses. Texts are Latin-1. */
export const literal = (text: string): string => `(${text.replace(/[\\()]/g, '\\$&')})`;

/** Appends the changed objects after the old bytes, so the old revision stays in the file. */
export function savedAsUpdate(file: PdfFile): Buffer {
  const text = file.bytes.toString('latin1');
  const previous = Number(/startxref\s+(\d+)/.exec(text.slice(text.lastIndexOf('startxref')))?.[1]);
  const writer = newWriter([file.bytes, Buffer.from('\n')]);
  const offsets = new Map<number, number>();
  for (const number of [...file.changed].toSorted((left, right) => left - right)) {
    offsets.set(number, writer.length());
    writer.object(number, file.objects.get(number) ?? plainObject('null'));
  }
  const size = Math.max(...file.objects.keys()) + 1;
  // If the file uses cross-reference streams, the update must use one too.
  if (/^\s*xref/.test(text.slice(previous, previous + 10))) {
    writer.table(offsets, trailerOf(file, size, previous));
  } else {
    writer.tableStream(size, offsets, `${entriesOf(file)} /Prev ${previous}`);
  }
  return writer.done();
}

/** Writes a new file with one revision. The file contains only the objects that can be reached from the root. */
export function savedWhole(file: PdfFile, version = '1.4'): Buffer {
  const compact = renumbered(file, 1);
  const writer = newWriter([Buffer.from(`%PDF-${version}\n%\xe2\xe3\xcf\xd3\n`, 'latin1')]);
  const offsets = new Map<number, number>();
  for (const [number, object] of compact.objects) {
    offsets.set(number, writer.length());
    writer.object(number, object);
  }
  writer.table(offsets, trailerOf(compact, compact.objects.size + 1, null));
  return writer.done();
}

/** Returns the file with only the reachable objects, numbered consecutively from `first`. */
export const renumbered = (file: PdfFile, first: number): PdfFile => withNumbers(file, reachable(file), first);

/**
 * Returns the file with only the given objects, numbered consecutively from `first`. References to other objects become
 * null.
 */
export function withNumbers(file: PdfFile, order: readonly number[], first: number): PdfFile {
  const numbers = new Map(order.map((old, at) => [old, first + at]));
  const moved = (body: string) =>
    body.replace(/(\d+) 0 R/g, (_, old: string) => {
      const number = numbers.get(Number(old));
      return number === undefined ? 'null' : `${number} 0 R`;
    });
  const objects = new Map(
    order.map((old): [number, PdfObject] => {
      const { body, stream } = file.objects.get(old) ?? plainObject('null');
      return [numbers.get(old) ?? 0, { body: moved(body), stream }];
    }),
  );
  return {
    ...file,
    objects,
    root: numbers.get(file.root) ?? 0,
    info: file.info === null ? null : (numbers.get(file.info) ?? null),
    changed: new Set(),
  };
}

/** Returns the numbers of the objects that can be reached from the root or the information dictionary. */
export function reachable(file: PdfFile): number[] {
  const seen = new Set<number>();
  const visit = (number: number) => {
    const object = file.objects.get(number);
    if (seen.has(number) || object === undefined) return;
    seen.add(number);
    for (const match of object.body.matchAll(/(\d+) 0 R/g)) visit(Number(match[1]));
  };
  visit(file.root);
  if (file.info !== null) visit(file.info);
  return [...seen];
}

export const entriesOf = (file: PdfFile): string =>
  `/Root ${file.root} 0 R${file.info === null ? '' : ` /Info ${file.info} 0 R`}${file.id === null ? '' : ` /ID ${file.id}`}`;

const trailerOf = (file: PdfFile, size: number, previous: number | null): string =>
  `<< /Size ${size} ${entriesOf(file)}${previous === null ? '' : ` /Prev ${previous}`} >>`;

/**
 * Returns all objects of the file. A later revision replaces an earlier one. Object streams are unpacked, and
 * cross-reference streams are left out.
 */
function readObjects(bytes: Buffer, text: string): Map<number, PdfObject> {
  const objects = new Map<number, PdfObject>();
  const heads = /(?:^|[\r\n])(\d+) 0 obj\s*/g;
  for (let head = heads.exec(text); head !== null; head = heads.exec(text)) {
    const from = head.index + head[0].length;
    const body = text.slice(from, text.indexOf('endobj', from));
    const dictionary = /^(<<.*?>>)\s*stream\r?\n/s.exec(body);
    if (dictionary === null) {
      objects.set(Number(head[1]), plainObject(body.trim()));
      continue;
    }
    const start = from + dictionary[0].length;
    const own = dictionary[1] ?? '';
    const known = /\/Length\s+(\d+)(?!\s+\d+\s+R)/.exec(own)?.[1];
    const end = known === undefined ? text.indexOf('endstream', start) : start + Number(known);
    heads.lastIndex = end;
    const object = { body: own, stream: bytes.subarray(start, end) };
    if (own.includes('/ObjStm')) for (const [number, packed] of unpacked(object)) objects.set(number, packed);
    else if (!/\/Type\s*\/XRef/.test(own)) objects.set(Number(head[1]), object);
  }
  return objects;
}

function unpacked(object: PdfObject): [number, PdfObject][] {
  const text = decoded(object).toString('latin1');
  const first = Number(/\/First\s+(\d+)/.exec(object.body)?.[1]);
  const heads = text.slice(0, first).trim().split(/\s+/).map(Number);
  return Array.from({ length: heads.length / 2 }, (_, at) => {
    const next = heads[2 * at + 3];
    const body = text.slice(first + (heads[2 * at + 1] ?? 0), next === undefined ? undefined : first + next);
    return [heads[2 * at] ?? 0, plainObject(body.trim())];
  });
}

function textOf(value: string): string {
  if (value.startsWith('<')) return Buffer.from(value.slice(1, -1), 'hex').toString('latin1');
  return value.slice(1, -1).replace(/\\([()\\])/g, '$1');
}
