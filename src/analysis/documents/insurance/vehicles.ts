// Reads the vehicles of an auto policy: each has an identification number (VIN) with its year, make and model near it.

import type { Segment } from '#analysis/documents/geometry/lines.ts';
import { fieldOf, type TextRow, textOf } from '#analysis/documents/text-rows.ts';
import type { Word } from '#domain/documents/pages.ts';
import type { Fields } from '#domain/documents/read-documents.ts';

/**
 * A VIN has seventeen characters, which are capital letters and digits. The check digit is not verified, so that a
 * printed error stays visible.
 */
const VIN = /^(?:vin|id)?[:#]*([A-Z0-9]{17})[,.]?$/i;
const YEAR = /^(?:19|20)\d{2}$/;
/** Vehicle makes with two-word names. */
const LONG_MAKES = /^(?:land rover|alfa romeo|aston martin|mercedes benz|rolls royce|am general)\b/i;
/** The maximum number of rows between a VIN and the description of its vehicle. */
const ROWS_MAX = 3;

export function vehiclesOf(rows: readonly TextRow[]): Fields[] {
  const vehicles = new Map<string, Fields>();
  for (const [index, row] of rows.entries()) {
    for (const word of row.words) {
      const vin = VIN.exec(word.text)?.[1]?.toUpperCase();
      if (vin === undefined || vin.replace(/\D/g, '').length < 4 || vehicles.has(vin)) continue;
      const described = fromColumns(rows, index) ?? fromText(rows, index) ?? {};
      vehicles.set(vin, { ...described, vin: fieldOf(vin, [word], row.page, 'table') });
    }
  }
  return [...vehicles.values()];
}

/** Reads year, make and model from columns below a header. */
function fromColumns(rows: readonly TextRow[], index: number): Fields | undefined {
  const row = rows[index];
  const header = headerAbove(rows, index);
  if (row === undefined || header === undefined) return undefined;
  const [first, ...others] = header;
  const fields: Fields = {};
  for (const [position, { name, left }] of [first, ...others].entries()) {
    const next = header[position + 1]?.left ?? Number.POSITIVE_INFINITY;
    const words = row.words.filter(({ box }) => box.left >= left - 6 && box.left < next - 6);
    if (/^(?:year|make|model)$/.test(name) && words.length > 0)
      fields[name] = fieldOf(textOf(words), words, row.page, 'table');
  }
  return YEAR.test(String(fields['year']?.value)) ? fields : undefined;
}

type Heading = { name: string; left: number };

/** Returns the nearest header above, on the same page: a row in which year, make and model are separate words. */
function headerAbove(rows: readonly TextRow[], index: number): [Heading, ...Heading[]] | undefined {
  const page = rows[index]?.page;
  for (let at = index - 1; at >= 0 && rows[at]?.page === page && at >= index - 40; at--) {
    const words = rows[at]?.words ?? [];
    const names = new Set(words.map(({ text }) => text.toLowerCase().replace(/[^a-z]/g, '')));
    if (!['year', 'make', 'model'].every((name) => names.has(name))) continue;
    const headings = (rows[at]?.segments ?? []).flatMap(headingsIn);
    const [first, ...others] = headings;
    return first === undefined ? undefined : [first, ...others];
  }
  return undefined;
}

/** Returns the column headings in a segment; `Year Make Model` has three. */
const headingsIn = ({ words, box }: Segment): Heading[] => {
  const named = words.filter(({ text }) => /^(?:year|make|model)$/i.test(text));
  if (named.length === 0) return [{ name: 'other', left: box.left }];
  return named.map((word) => ({ name: word.text.toLowerCase(), left: word.box.left }));
};

/** Reads a text such as `2019 Ford Fusion` in the row of the VIN or in a row near it. */
function fromText(rows: readonly TextRow[], index: number): Fields | undefined {
  const row = rows[index];
  const order = [0, ...Array.from({ length: ROWS_MAX }, (_, step) => [-step - 1, step + 1]).flat()];
  for (const offset of order) {
    const near = rows[index + offset];
    if (near === undefined || near.page !== row?.page) continue;
    for (const { words } of near.segments) {
      const at = words.findIndex(({ text }) => YEAR.test(text));
      const rest = at < 0 ? [] : words.slice(at + 1).filter(({ text }) => !/^[-–/|,]$/.test(text));
      if (rest.length > 0 && /^[A-Za-z]/.test(rest[0]?.text ?? '')) return namedVehicle(words[at], rest, near.page);
    }
  }
  return undefined;
}

function namedVehicle(year: Word | undefined, rest: Word[], page: number): Fields | undefined {
  const stop = rest.findIndex(({ text }) => /^(?:vin:?|id:?|usage:?|use:?|\(.*)$/i.test(text) || VIN.test(text));
  const own = stop < 0 ? rest : rest.slice(0, stop);
  const count = LONG_MAKES.test(textOf(own)) ? 2 : 1;
  const [make, model] = [own.slice(0, count), own.slice(count)];
  if (year === undefined || make.length === 0) return undefined;
  return {
    year: fieldOf(year.text, [year], page, 'table'),
    make: fieldOf(textOf(make), make, page, 'table'),
    ...(model.length === 0 ? {} : { model: fieldOf(textOf(model), model, page, 'table') }),
  };
}
