// Turns the changes of a plan into edits of a file: the positions of the old values, and the new texts.
import type { PdfFile } from '../pdf/objects.ts';
import { type Amount, amountsOn, type Edit, textsOn } from '../pdf/places.ts';
import { decimal, type Sample, type Truth } from '../sample.ts';
import { centsOf, isAmount, valuesOf, type Wish, withValue } from './plans.ts';
import type { Change } from './sample.ts';

export type Planned = { edits: Edit[]; changes: Change[]; truth: Truth[] };

/**
 * Plans the edits. A forger changes a value everywhere on the document, so all fields with the same amount change
 * together. Returns undefined if a value is not on the pages. With `strict`, also returns undefined if a field outside
 * the plan would change.
 */
export function plannedEdits(
  file: PdfFile,
  { documents }: Sample,
  wishes: readonly Wish[],
  strict: boolean,
): Planned | undefined {
  const [document] = documents;
  if (document === undefined) return undefined;
  const truth = structuredClone(documents);
  const changed = truth[0];
  if (changed === undefined) return undefined;
  const names = wishes.filter(({ old_value }) => !isAmount(old_value));
  const edits: Edit[] = [];
  const changes: Change[] = [];
  for (const { field, old_value, new_value } of names) {
    const places = textsOn(file, document.pages, old_value);
    if (places[0] === undefined) return undefined;
    edits.push(...places.map((place) => ({ place, text: new_value })));
    withValue(changed, field, new_value);
    changes.push({ field, old_value, new_value, document: 0, page: places[0].page });
  }
  const amounts = wishes.filter(({ old_value }) => isAmount(old_value));
  if (amounts.length === 0) return { edits, changes, truth };
  const next = new Map<number, number>();
  for (const { old_value, new_value } of amounts) {
    const known = next.get(Math.abs(centsOf(old_value)));
    if (known !== undefined && known !== Math.abs(centsOf(new_value))) return undefined;
    next.set(Math.abs(centsOf(old_value)), Math.abs(centsOf(new_value)));
  }
  const wished = new Set(amounts.map(({ field }) => field));
  const shown = amountsOn(file, document.pages);
  for (const [at, other] of documents.entries()) {
    for (const [field, value] of valuesOf(other)) {
      const new_cents = isAmount(value) ? next.get(Math.abs(centsOf(value))) : undefined;
      if (new_cents === undefined) continue;
      if (at > 0 || (strict && !wished.has(field))) return undefined;
      const place = shown.find(({ cents }) => cents === Math.abs(centsOf(value)));
      if (place === undefined) return undefined;
      const new_value = decimal(value.startsWith('-') ? -new_cents : new_cents);
      withValue(changed, field, new_value);
      changes.push({ field, old_value: value, new_value, document: 0, page: place.page });
    }
  }
  const grouped = shown.some(({ text }) => text.includes(','));
  for (const place of shown) {
    const new_cents = next.get(place.cents);
    if (new_cents !== undefined) edits.push({ place, text: printedLike(place, new_cents, grouped) });
  }
  return { edits, changes, truth };
}

/** Formats the new amount like the old text, with the same thousands separator and number of decimals. */
function printedLike({ text, cents }: Amount, new_cents: number, grouped: boolean): string {
  const [whole = '', part = ''] = decimal(new_cents).split('.');
  const comma = text.includes(',') || (cents < 100_000 && grouped);
  const decimals = text.length - text.indexOf('.') - 1;
  return `${comma ? whole.replace(/\B(?=(\d{3})+$)/g, ',') : whole}.${part.padEnd(decimals, '0')}`;
}
