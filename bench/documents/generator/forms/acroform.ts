// Fills a fillable PDF by an incremental update, as PDF viewers do. The changed objects, a cross-reference stream and a
// trailer are appended to the unchanged file. Supports only what the official forms in bench/documents/forms need.
import { inflateSync } from 'node:zlib';

/**
 * A key is the full name of a field, such as `topmostSubform[0].Page1[0].f1_04[0]`. A text is typed into its field;
 * `true` ticks a check box.
 */
export type FieldValues = ReadonlyMap<string, string | true>;

export type FilledForm = 'fields' | 'flattened';

/**
 * Returns the filled form. With the kind `fields`, the form stays fillable. With the kind `flattened`, the values are
 * drawn into the page and the fields are removed, as when the filled form is printed into a new file.
 */
export function fillForm(file: Buffer, values: FieldValues, kind: FilledForm): Buffer {
  const objects = readObjects(file);
  const fields = fieldsOf(objects);
  const update = newUpdate(file);
  const drawn = new Map<number, string[]>();
  for (const [name, value] of values) {
    const number = fields.get(name);
    const body = number === undefined ? undefined : objects.get(number);
    if (number === undefined || body === undefined) throw new RangeError(`no field ${name}`);
    if (kind === 'fields') update.put(number, value === true ? checked(body) : typed(body, value, update));
    else {
      const page = Number(/\/P (\d+) 0 R/.exec(body)?.[1]);
      drawn.set(page, [...(drawn.get(page) ?? []), atPlace(body, value)]);
    }
  }
  const [root, catalog] = catalogOf(file, objects);
  // Usage rights and XFA (a second description of the form) are removed, because they would contradict the new values.
  let changed = catalog.replace(/\/Perms \d+ 0 R/, '');
  if (kind === 'flattened') {
    changed = changed.replace(/\/AcroForm \d+ 0 R/, '');
    for (const [number, body] of objects) {
      if (/\/Type\s*\/Page\b/.test(body)) update.put(number, flattenedPage(body, drawn.get(number) ?? [], update));
    }
  } else {
    const form = Number(/\/AcroForm (\d+) 0 R/.exec(catalog)?.[1]);
    update.put(form, (objects.get(form) ?? '').replace(/\/XFA\s*\[[^\]]*\]/, ''));
  }
  update.put(root, changed);
  return update.finish();
}

/**
 * Returns a map from object numbers to objects. Streams are left out. A later revision of an object replaces an earlier
 * one.
 */
function readObjects(file: Buffer): Map<number, string> {
  const text = file.toString('latin1');
  const objects = new Map<number, string>();
  for (const match of text.matchAll(/(?:^|[\r\n])(\d+) 0 obj\s*/g)) {
    const start = match.index + match[0].length;
    const body = text.slice(start, text.indexOf('endobj', start));
    const stream = /^<<.*?>>\s*stream\r?\n/s.exec(body);
    if (stream === null || !stream[0].includes('/ObjStm')) {
      objects.set(Number(match[1]), body);
      continue;
    }
    const number = (key: string) => Number(new RegExp(`/${key}\\s+(\\d+)`).exec(stream[0])?.[1]);
    const from = start + stream[0].length;
    const packed = inflateSync(file.subarray(from, from + number('Length'))).toString('latin1');
    const first = number('First');
    const heads = packed.slice(0, first).trim().split(/\s+/).map(Number);
    for (let index = 0; index < number('N'); index++) {
      const next = heads[2 * index + 3];
      const until = next === undefined ? undefined : first + next;
      objects.set(heads[2 * index] ?? 0, packed.slice(first + (heads[2 * index + 1] ?? 0), until));
    }
  }
  return objects;
}

/** Returns a map from the full name of each terminal field to its object number. */
function fieldsOf(objects: Map<number, string>): Map<string, number> {
  const fields = new Map<string, number>();
  for (const [number, body] of objects) {
    if (!body.includes('/FT/')) continue;
    const names: string[] = [];
    let at: string | undefined = body;
    while (at !== undefined) {
      names.unshift(partialName(at));
      at = objects.get(Number(/\/Parent (\d+) 0 R/.exec(at)?.[1]));
    }
    fields.set(names.join('.'), number);
  }
  return fields;
}

/**
 * Decodes a field name. In these forms, names contain only ASCII characters. They are stored as UTF-16, in a literal or
 * a hexadecimal string.
 */
function partialName(body: string): string {
  const hex = /\/T<([0-9A-F]+)>/i.exec(body)?.[1];
  if (hex !== undefined) return Buffer.from(hex, 'hex').subarray(2).swap16().toString('utf16le');
  const literal = /\/T\(((?:\\.|[^\\)])*)\)/s.exec(body)?.[1] ?? '';
  return literal.replace(/[^\x20-\x7e]/g, '').replace(/\\(.)/g, '$1');
}

type Update = {
  put: (number: number, body: string) => void;
  /** Adds a new object and returns its number. */
  add: (body: string) => number;
  finish: () => Buffer;
};

function newUpdate(file: Buffer): Update {
  const text = file.toString('latin1');
  const previous = lastXref(text);
  const dictionary = text.slice(previous, text.indexOf('stream', previous));
  const changed = new Map<number, string>();
  let size = 0;
  for (const match of text.matchAll(/\/Size (\d+)/g)) size = Math.max(size, Number(match[1]));
  return {
    put: (number, body) => void changed.set(number, body.trim()),
    add(body) {
      changed.set(size, body);
      size++;
      return size - 1;
    },
    finish() {
      const chunks = [file, Buffer.from('\r\n')];
      let length = file.length + 2;
      const rows: { number: number; offset: number }[] = [];
      const write = (number: number, body: string) => {
        const bytes = Buffer.from(`${number} 0 obj\r\n${body}\r\nendobj\r\n`, 'latin1');
        rows.push({ number, offset: length });
        chunks.push(bytes);
        length += bytes.length;
      };
      for (const [number, body] of [...changed].toSorted(([left], [right]) => left - right)) write(number, body);
      const start = length;
      rows.push({ number: size, offset: start });
      const table = Buffer.alloc(rows.length * 7);
      rows.forEach(({ offset }, index) => {
        table.writeUInt8(1, index * 7);
        table.writeUInt32BE(offset, index * 7 + 1);
      });
      const kept = ['Root', 'Info', 'ID'].map(
        (key) => new RegExp(`/${key}\\s*(?:\\d+ 0 R|\\[[^\\]]*\\])`).exec(dictionary)?.[0] ?? '',
      );
      const index = rows.map(({ number }) => `${number} 1`).join(' ');
      chunks.push(
        Buffer.from(
          `${size} 0 obj\r\n<</Type/XRef/Size ${size + 1}/Prev ${previous}${kept.join('')}/W[1 4 2]/Index[${index}]/Length ${table.length}>>stream\r\n`,
          'latin1',
        ),
        table,
        Buffer.from(`\r\nendstream\r\nendobj\r\nstartxref\r\n${start}\r\n%%EOF\r\n`, 'latin1'),
      );
      return Buffer.concat(chunks);
    },
  };
}

function lastXref(text: string): number {
  return Number(/startxref\s+(\d+)/.exec(text.slice(text.lastIndexOf('startxref')))?.[1]);
}

function catalogOf(file: Buffer, objects: Map<number, string>): [number: number, body: string] {
  const text = file.toString('latin1');
  const root = Number(/\/Root (\d+) 0 R/.exec(text.slice(lastXref(text)))?.[1]);
  return [root, objects.get(root) ?? ''];
}

/** Ticks a check box. The box's normal appearance has only one name, which is the name of the ticked state. */
function checked(body: string): string {
  const state = /\/N<<\/(\w+)/.exec(body)?.[1] ?? 'Yes';
  return body
    .trim()
    .replace(/\/V\/\w+/, '')
    .replace(/\/AS\/\w+/, '')
    .replace(/>>$/, `/V/${state}/AS/${state}>>`);
}

function typed(body: string, value: string, update: Update): string {
  const [left, bottom, right, top] = rectangleOf(body);
  const content = `/Tx BMC q BT /F1 8 Tf 0 0 0.502 rg ${showText(body, value, 0, 0)} ET Q EMC`;
  const appearance = update.add(
    `<</Type/XObject/Subtype/Form/BBox[0 0 ${(right - left).toFixed(2)} ${(top - bottom).toFixed(2)}]` +
      `/Resources<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica-Bold/Encoding/WinAnsiEncoding>>>>>>/Length ${content.length}>>stream\n${content}\nendstream`,
  );
  return body
    .trim()
    .replace(/\/AP<<\/N \d+ 0 R>>/, '')
    .replace(/>>$/, `/V(${escaped(value)})/AP<</N ${appearance} 0 R>>>>`);
}

/** Returns the text operators that draw the value at the field's position on the page. */
function atPlace(body: string, value: string | true): string {
  const [left, bottom, right, top] = rectangleOf(body);
  if (value === true) {
    const size = top - bottom;
    return `1 0 0 1 ${(left + (right - left) / 2 - size * 0.34).toFixed(2)} ${(bottom + size * 0.14).toFixed(2)} Tm (X) Tj`;
  }
  return showText(body, value, left, bottom);
}

function showText(body: string, value: string, x: number, y: number): string {
  const [left, bottom, right, top] = rectangleOf(body);
  const flags = Number(/\/Ff (\d+)/.exec(body)?.[1] ?? 0);
  const cells = Number(/\/MaxLen (\d+)/.exec(body)?.[1] ?? 0);
  const align = Number(/\/Q (\d)/.exec(body)?.[1] ?? 0);
  const width = right - left;
  const show = (text: string, dx: number, dy: number) =>
    `1 0 0 1 ${(x + dx).toFixed(2)} ${(y + dy).toFixed(2)} Tm (${escaped(text)}) Tj`;
  const middle = (top - bottom) / 2 - 2.8;
  if (flags & COMB && cells > 0)
    return [...value].map((char, index) => show(char, (width / cells) * (index + 0.5) - 2.2, middle)).join(' ');
  if (flags & MULTILINE)
    return value
      .split(/[\r\n]/)
      .map((line, index) => show(line, alignedX(line, align, width), top - bottom - 9.5 - index * 9.2))
      .join(' ');
  return show(value, alignedX(value, align, width), middle);
}

const MULTILINE = 4096;
const COMB = 16_777_216;

function alignedX(text: string, align: number, width: number): number {
  const length = [...text].reduce((sum, char) => sum + widthOf(char), 0) * 8;
  return align === 0 ? 2 : align === 1 ? (width - length) / 2 : width - length - 2;
}

/**
 * Returns the width of a character in Helvetica Bold. The width is exact for the characters of an amount. For letters,
 * it is an average.
 */
function widthOf(char: string): number {
  if (/\d/.test(char)) return 0.556;
  if (/[., ]/.test(char)) return 0.278;
  return /[-()]/.test(char) ? 0.333 : 0.62;
}

function flattenedPage(body: string, operators: string[], update: Update): string {
  const before = update.add('<</Length 1>>stream\nq\nendstream');
  const content = `Q q BT /FV 8 Tf 0 0 0.4 rg ${operators.join('\n')} ET Q`;
  const after = update.add(`<</Length ${content.length}>>stream\n${content}\nendstream`);
  const font = update.add('<</Type/Font/Subtype/Type1/BaseFont/Helvetica-Bold/Encoding/WinAnsiEncoding>>');
  return body
    .replace(/\/Annots \d+ 0 R/, '')
    .replace(
      /\/Contents(?:\[([^\]]*)\]| (\d+ 0 R))/,
      (_, many, one) => `/Contents[${before} 0 R ${many ?? one} ${after} 0 R]`,
    )
    .replace('/Font<<', `/Font<</FV ${font} 0 R`);
}

function rectangleOf(body: string): [number, number, number, number] {
  const [left = 0, bottom = 0, right = 0, top = 0] = (/\/Rect\s*\[([^\]]*)\]/.exec(body)?.[1] ?? '')
    .trim()
    .split(/\s+/)
    .map(Number);
  return [left, bottom, right, top];
}

/** Escapes the text for a literal string. Values are Latin-1. */
function escaped(text: string): string {
  return text
    .replace(/[\\()]/g, '\\$&')
    .replace(/\r/g, '\\r')
    .replace(/\n/g, '\\n');
}
