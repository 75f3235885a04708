// Forged documents for testing fraud checks: a PDF with an amount drawn over another amount, and a PDF that was saved
// by an editor.
import { hash } from 'node:crypto';
import { latin } from './latin.ts';
import { box, type Drawing, write } from './paper.ts';

/**
 * Covers text with white and writes the new text over it. The old text stays in the file. If `old_text` occurs several
 * times, the first occurrence is covered.
 */
export function overlaid({ paper, about }: Drawing, old_text: string, new_text: string): Drawing {
  const target = paper.placed.find(({ shown }) => shown === latin(old_text));
  if (target === undefined) throw new Error(`the document does not contain the text ${old_text}`);
  const { page, x, y, width, size, face } = target;
  // The new text may be one digit longer than the old text. Both texts end at the same position, so the longer text
  // starts further to the left and needs this spare width.
  const spare = size;
  const area = { x: x - spare, y: y - size * 0.8, width: width + spare + 1, height: size };
  box(paper, area, { fill: 'white', page });
  write(paper, new_text, x + width, y, { size, face, align: 'right', page, width_max: width + spare });
  return { paper, about };
}

/**
 * Returns the file as if an editor had saved it: the old bytes, followed by a second revision with the editor's name
 * and the time. `toPdf` must have written the file, because this function relies on the layout that `toPdf` uses.
 */
export function resaved(pdf: Buffer, producer: string, modified_at: Date): Buffer {
  const text = pdf.toString('latin1');
  const [previous, info_number] = [lastMatch(text, /startxref\n(\d+)/g), lastMatch(text, /\/Info (\d+) 0 R/g)];
  const [size, root, id] = [/\/Size \d+/, /\/Root \d+ 0 R/, /\/ID \[<([0-9a-f]+)>/].map((part) => part.exec(text));
  const info = new RegExp(`\\n${info_number} 0 obj\\n<<\\n([^>]*)>>`).exec(text)?.[1];
  if (info === undefined || !size || !root || !id) throw new Error('this file was not created by this service');
  const kept = info.replaceAll(/^\/(?:Producer|ModDate) .*\n/gm, '');
  const modified = `D:${modified_at.toISOString().replaceAll(/[-:T]|\..*/g, '')}Z`;
  const object = `${info_number} 0 obj\n<<\n${kept}/Producer (${producer})\n/ModDate (${modified})\n>>\nendobj\n`;
  const xref_at = pdf.length + object.length;
  const entry = `${String(pdf.length).padStart(10, '0')} 00000 n \n`;
  const ids = `/ID [<${id[1]}> <${hash('md5', pdf)}>]`;
  const trailer = `<<\n${size[0]}\n${root[0]}\n/Info ${info_number} 0 R\n/Prev ${previous}\n${ids}\n>>`;
  const update = `${object}xref\n${info_number} 1\n${entry}trailer\n${trailer}\nstartxref\n${xref_at}\n%%EOF\n`;
  return Buffer.concat([pdf, Buffer.from(update, 'latin1')]);
}

const lastMatch = (text: string, pattern: RegExp): string => [...text.matchAll(pattern)].at(-1)?.[1] ?? '';
