// All documents of a bundle belong to one person, the owner. The functions in this file replace the name and the Social
// Security number on a sample by those of the owner.
import { openPdf, type PdfFile, savedWhole } from '../pdf/objects.ts';
import { type Edit, textsOn } from '../pdf/places.ts';
import { replaceInPlace } from '../pdf/replacing.ts';
import { newSsn } from '../people.ts';
import type { Random, Sample, Truth } from '../sample.ts';

export type Owner = { first: string; last: string; ssn: string };

/** The names of an owner are short, so that they fit into the space of the names that they replace. */
const FIRST = ['Amara', 'Emeka', 'Gideon', 'Ingrid', 'Jamal', 'Lars', 'Noor', 'Ruben', 'Tobias', 'Yuki'];
const LAST = ['Dubois', 'Ng', 'Lee', 'Obuya', 'Pruitt', 'Tanabe', 'Ibarra', 'Halvor'];

export const newOwner = (random: Random): Owner => ({
  first: random.pick(FIRST),
  last: random.pick(LAST),
  ssn: newSsn(random),
});

const NAMES = ['employee_name', 'holder_name', 'recipient_name', 'insured_name', 'name'];
const NUMBERS = ['employee_ssn', 'recipient_tin', 'ssn'];

/**
 * Returns the sample with the owner's name and Social Security number. A field is not changed if its old text is not
 * found on the pages.
 */
export function ownedBy(sample: Sample, owner: Owner): Sample {
  const file = openPdf(sample.file);
  const edits: Edit[] = [];
  const documents = sample.documents.map((truth): Truth => {
    const fields = { ...truth.fields };
    let tables = truth.tables;
    for (const name of NAMES) {
      const old = fields[name];
      const found = typeof old === 'string' ? nameEdits(file, truth.pages, old, owner) : undefined;
      if (found === undefined) continue;
      edits.push(...found.edits);
      fields[name] = found.value;
      tables = renamedIn(tables, String(old), found.value);
    }
    for (const name of NUMBERS) {
      const old = fields[name];
      if (typeof old !== 'string') continue;
      const value = numberLike(old, owner.ssn);
      const places = textsOn(file, truth.pages, old);
      if (places.length === 0) continue;
      edits.push(...places.map((place) => ({ place, text: value })));
      fields[name] = value;
    }
    return { ...truth, fields, tables };
  });
  const once = edits.filter(
    ({ place }, at) =>
      edits.findIndex(
        (other) => other.place.page === place.page && other.place.x === place.x && other.place.y === place.y,
      ) === at,
  );
  replaceInPlace(file, once);
  return { ...sample, file: savedWhole(file), documents };
}

/** Replaces the name in the tables too, because a transaction's description may contain the account holder's name. */
const renamedIn = (tables: Truth['tables'], old: string, value: string): Truth['tables'] =>
  Object.fromEntries(
    Object.entries(tables).map(([table, rows]) => [
      table,
      rows.map((row) =>
        Object.fromEntries(
          Object.entries(row).map(([key, text]) => {
            const at = text.toLowerCase().indexOf(old.toLowerCase());
            return [key, at < 0 ? text : text.slice(0, at) + value + text.slice(at + old.length)];
          }),
        ),
      ),
    ]),
  );

/** Finds the name as one text, or as a given name and a last name in two separate cells. */
function nameEdits(
  file: PdfFile,
  pages: [number, number],
  old: string,
  { first, last }: Owner,
): { edits: Edit[]; value: string } | undefined {
  const cased = (text: string) => (old === old.toUpperCase() ? text.toUpperCase() : text);
  const whole = textsOn(file, pages, old);
  const value = cased(old.includes(',') ? `${last}, ${first}` : `${first} ${last}`);
  if (whole.length > 0) return { edits: whole.map((place) => ({ place, text: value })), value };
  const words = old.split(' ');
  for (let count = words.length - 1; count > 0; count--) {
    const given = textsOn(file, pages, words.slice(0, count).join(' '), true);
    const family = textsOn(file, pages, words.slice(count).join(' '), true);
    if (given.length === 0 || family.length === 0) continue;
    const edits = [
      ...given.map((place) => ({ place, text: cased(first) })),
      ...family.map((place) => ({ place, text: cased(last) })),
    ];
    return { edits, value };
  }
  return undefined;
}

/** Replaces the printed digits with those of `ssn`, beginning with the last digit. Masked digits stay masked. */
function numberLike(printed: string, ssn: string): string {
  const digits = ssn.replaceAll('-', '');
  let left = digits.length;
  return printed
    .split('')
    .toReversed()
    .map((char) => {
      if (!/[\dX*#•x]/.test(char)) return char;
      left -= 1;
      return /\d/.test(char) ? (digits[left] ?? char) : char;
    })
    .toReversed()
    .join('');
}
