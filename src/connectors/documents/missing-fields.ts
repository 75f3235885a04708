// Lists the fields that the documents do not contain. A dot separates the names of nested fields: `company.phone`.

/**
 * Fields that are never listed as missing. Every object has a file and its checksum. The other two fields are lists of
 * field names.
 */
const UNNAMED = new Set(['file_id', 'md5sum', 'derived_fields', 'missing_data_fields']);

export function missingFields(value: object, prefix = ''): string[] {
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]): string[] => {
    const path = `${prefix}${name}`;
    if (UNNAMED.has(name)) return [];
    if (inner === null || (Array.isArray(inner) && inner.length === 0)) return [path];
    return typeof inner === 'object' && !Array.isArray(inner) ? missingFields(inner, `${path}.`) : [];
  });
}
