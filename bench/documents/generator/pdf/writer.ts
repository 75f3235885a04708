// Writes the objects and cross-reference tables of a PDF one after the other. Keeps track of the current offset in the
// file.

/**
 * `body` is the object without its stream, in Latin-1. `stream` contains the bytes as they are in the file, often
 * compressed.
 */
export type PdfObject = { body: string; stream: Buffer | null };

export type Writer = {
  length(): number;
  write(text: string): void;
  object(number: number, object: PdfObject): void;
  table(offsets: Map<number, number>, trailer: string): void;
  tableStream(number: number, offsets: Map<number, number>, entries: string): void;
  done(): Buffer;
};

export function newWriter(begin: Buffer[]): Writer {
  const chunks = [...begin];
  let length = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  const push = (chunk: Buffer) => {
    chunks.push(chunk);
    length += chunk.length;
  };
  const write = (text: string) => push(Buffer.from(text, 'latin1'));
  const end = (start: number) => write(`startxref\n${start}\n%%EOF\n`);
  const object = (number: number, { body, stream }: PdfObject) => {
    write(`${number} 0 obj\n${body.trim()}\n`);
    if (stream !== null) {
      write('stream\n');
      push(stream);
      write('\nendstream\n');
    }
    write('endobj\n');
  };
  return {
    length: () => length,
    write,
    object,
    table(offsets, trailer) {
      const start = length;
      write(`xref\n0 1\n0000000000 65535 f \n${sectionsOf(offsets)}trailer\n${trailer}\n`);
      end(start);
    },
    tableStream(number, offsets, entries) {
      const start = length;
      const rows = [...offsets, [number, start] as const];
      const table = Buffer.alloc(rows.length * 7);
      rows.forEach(([, offset], at) => {
        table.writeUInt8(1, at * 7);
        table.writeUInt32BE(offset, at * 7 + 1);
      });
      const index = rows.map(([own]) => `${own} 1`).join(' ');
      object(number, {
        body: `<< /Type /XRef /Size ${number + 1} /W [1 4 2] /Index [${index}] ${entries} /Length ${table.length} >>`,
        stream: table,
      });
      end(start);
    },
    done: () => Buffer.concat(chunks),
  };
}

/** Returns the sections of a cross-reference table. Objects with consecutive numbers share a section. */
export function sectionsOf(offsets: ReadonlyMap<number, number>): string {
  const numbers = [...offsets.keys()].toSorted((left, right) => left - right);
  const sections: number[][] = [];
  for (const number of numbers) {
    const last = sections.at(-1);
    if (last !== undefined && last.at(-1) === number - 1) last.push(number);
    else sections.push([number]);
  }
  const row = (number: number) => `${String(offsets.get(number)).padStart(10, '0')} 00000 n \n`;
  return sections.map((own) => `${own[0]} ${own.length}\n${own.map(row).join('')}`).join('');
}
