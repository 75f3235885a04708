// Changes the values in the fields of a filled form, and the appearance that a viewer draws for each value.
import { decoded, openPdf, type PdfFile, put, streamOf } from '../pdf/objects.ts';
import { decimal, type Sample, type Truth } from '../sample.ts';
import { centsOf, isAmount, valuesOf, type Wish, withValue } from './plans.ts';
import type { Change } from './sample.ts';

export function retypedForm(
  sample: Sample,
  wishes: readonly Wish[],
): { file: PdfFile; changes: Change[]; truth: Truth[] } | undefined {
  const file = openPdf(sample.file);
  const truth = structuredClone(sample.documents);
  const [document] = truth;
  if (document === undefined) return undefined;
  const next = new Map(wishes.map(({ old_value, new_value }) => [centsOf(old_value), centsOf(new_value)]));
  let typed = 0;
  for (const [number, { body, stream }] of file.objects) {
    const value = /\/V\(([\d,]+\.\d{2})\)/.exec(body)?.[1];
    const cents = value === undefined ? undefined : next.get(centsOf(value.replaceAll(',', '')));
    const appearance = Number(/\/AP<<\/N (\d+) 0 R>>/.exec(body)?.[1]);
    const drawn = file.objects.get(appearance);
    if (value === undefined || cents === undefined || drawn === undefined) continue;
    const text = value.includes(',') ? decimal(cents).replace(/\B(?=(\d{3})+\.)/g, ',') : decimal(cents);
    put(file, number, { body: body.replace(`/V(${value})`, `/V(${text})`), stream });
    const entries = drawn.body.replace(/^<<|>>$/g, '').replace(/\/Length \d+/, '');
    put(
      file,
      appearance,
      streamOf(decoded(drawn).toString('latin1').replace(`(${value})`, `(${text})`), entries, false),
    );
    typed += 1;
  }
  if (typed === 0) return undefined;
  const changes: Change[] = [];
  for (const [field, old_value] of valuesOf(document)) {
    const cents = isAmount(old_value) ? next.get(centsOf(old_value)) : undefined;
    if (cents === undefined) continue;
    withValue(document, field, decimal(cents));
    changes.push({ field, old_value, new_value: decimal(cents), document: 0, page: 1 });
  }
  return { file, changes, truth };
}
