// Reads values of unknown type, such as parsed JSON.

export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The fields of a JSON object. Undefined for anything else, damaged JSON included. */
export function readFields(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export const textIn = (fields: Fields | undefined, name: string): string | undefined => {
  const value = fields?.[name];
  return typeof value === 'string' ? value : undefined;
};

export const numberIn = (fields: Fields | undefined, name: string): number | undefined => {
  const value = fields?.[name];
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
};
