// Compares data with a provenance list, which says from which of the provider's fields each of our fields comes. Every
// field with a value must have a source, and every field with a source must exist.
import type { Provenance } from '#domain/reports/provenance.ts';

/** Maps the path of each field to whether at least one item of the data has a value in this field. */
type Fields = Map<string, boolean>;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Fields that describe the other fields. We compute them for every provider, so they have no source. */
const OURS: ReadonlySet<string> = new Set(['derived_fields', 'missing_data_fields']);

/** Notes the fields of an object. Fields inside inner objects and lists are noted by their path. */
function noteFields(value: object, prefix: string, fields: Fields): void {
  for (const [name, field] of Object.entries(value)) {
    if (OURS.has(name)) continue;
    const path = `${prefix}${name}`;
    const inner: unknown[] = Array.isArray(field) ? field : [field];
    const objects = inner.filter(isObject);
    for (const object of objects) noteFields(object, `${path}.`, fields);
    if (objects.length > 0) continue;
    const is_filled = inner.some((one) => one !== null && one !== undefined);
    fields.set(path, is_filled || fields.get(path) === true);
  }
}

/** Returns one line for each field without a source, and for each source without a field. Ignores empty lists. */
export function sourceFaults(provenance: Provenance, data: Readonly<Record<string, readonly object[]>>): string[] {
  const faults: string[] = [];
  for (const [list, items] of Object.entries(data)) {
    if (list === 'provenance' || items.length === 0) continue;
    const fields: Fields = new Map();
    for (const item of items) noteFields(item, '', fields);
    const sources = provenance[list] ?? {};
    const listed = Object.keys(sources);
    const isWithin = (path: string, outer: string) => path === outer || path.startsWith(`${outer}.`);
    for (const [path, is_filled] of fields) {
      const has_source = listed.some((name) => isWithin(path, name) && sources[name] !== null);
      if (is_filled && !has_source) faults.push(`${list}.${path} has no source`);
    }
    for (const name of listed.filter((one) => sources[one] !== null)) {
      const exists = [...fields.keys()].some((path) => isWithin(path, name) || isWithin(name, path));
      if (!exists) faults.push(`${list}.${name} does not exist`);
    }
  }
  return faults;
}
