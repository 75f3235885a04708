// Names the fields that the documents do not give, with dots for fields of inner objects: `company.phone`.

/** A file and its checksum are given for every object, so they are never named. */
const UNNAMED = new Set(['file_id', 'md5sum', 'derived_fields', 'missing_data_fields']);

export function missingFields(value: object, prefix = ''): string[] {
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]): string[] => {
    const path = `${prefix}${name}`;
    if (UNNAMED.has(name)) return [];
    if (inner === null || (Array.isArray(inner) && inner.length === 0)) return [path];
    return typeof inner === 'object' && !Array.isArray(inner) ? missingFields(inner, `${path}.`) : [];
  });
}
