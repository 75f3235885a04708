// Resolves the settings of an entry of providers.json. References to environment variables and files are replaced by
// their values. Two things are reported as faults: a secret that is given as plain text, and a field that the connector
// does not define.
import type { TSchema } from 'typebox';
import { Errors } from 'typebox/value';

/** The sources from which references are resolved. `file` rejects if the file cannot be read. */
export type Sources = { env(name: string): string | undefined; file(path: string): Promise<string> };

/** A fault in one field. The message never quotes a value, because the value may be a secret. */
export type FieldFault = { field: string; message: string };

/**
 * Returns the settings with all references resolved, and the faults. If there are faults, the settings may be
 * incomplete.
 */
export async function resolveSettings(
  schema: TSchema,
  raw: unknown,
  sources: Sources,
): Promise<{ settings: unknown; faults: FieldFault[] }> {
  const faults: FieldFault[] = [];
  const settings = await resolve([schema], raw, 'settings', { sources, faults });
  // After a fault, the schema is not checked: an unresolved value would only cause a second message about the same
  // field.
  if (faults.length === 0) faults.push(...schemaFaults(schema, settings));
  return { settings, faults };
}

type Walk = { sources: Sources; faults: FieldFault[] };

async function resolve(branches: readonly unknown[], value: unknown, field: string, walk: Walk): Promise<unknown> {
  const schemas = branches.flatMap(alternatives);
  const reference = referenceOf(value);
  if (reference !== undefined) return follow(reference, field, walk);
  if (schemas.some((schema) => schema['secret'] === true)) {
    walk.faults.push({
      field,
      message: 'is a secret and must be given as {"env": "NAME"} or {"file": "path"}',
    });
    return undefined;
  }
  if (Array.isArray(value)) {
    const items = schemas.map((schema) => schema['items']);
    const resolved: unknown[] = [];
    for (const [index, item] of value.entries()) resolved.push(await resolve(items, item, `${field}[${index}]`, walk));
    return resolved;
  }
  if (isRecord(value)) return resolveFields(schemas, value, field, walk);
  if (typeof value === 'string' && hasPassword(value)) {
    walk.faults.push({ field, message: 'contains a password, which may not be given in clear' });
  }
  return value;
}

async function resolveFields(
  schemas: readonly Record<string, unknown>[],
  value: Readonly<Record<string, unknown>>,
  field: string,
  walk: Walk,
): Promise<Record<string, unknown>> {
  const objects = schemas.filter((schema) => schema['type'] === 'object');
  const resolved: [string, unknown][] = [];
  for (const [name, part] of Object.entries(value)) {
    const branches = objects.flatMap((schema) => schemasOf(schema, name));
    const part_field = `${field}.${name}`;
    if (objects.length > 0 && branches.length === 0) walk.faults.push({ field: part_field, message: 'is unknown' });
    else resolved.push([name, await resolve(branches, part, part_field, walk)]);
  }
  return Object.fromEntries(resolved);
}

/**
 * Returns the schemas that an object's schema has for a property of this name. The list is empty if the object's schema
 * does not define the property.
 */
function schemasOf(schema: Readonly<Record<string, unknown>>, name: string): unknown[] {
  const { properties, patternProperties, additionalProperties } = schema;
  if (isRecord(properties) && Object.hasOwn(properties, name)) return [properties[name]];
  if (isRecord(patternProperties)) {
    const matching = Object.entries(patternProperties).filter(([pattern]) => new RegExp(pattern, 'u').test(name));
    if (matching.length > 0) return matching.map(([, one]) => one);
  }
  return isRecord(additionalProperties) || additionalProperties === true ? [additionalProperties] : [];
}

function alternatives(schema: unknown): Record<string, unknown>[] {
  if (!isRecord(schema)) return [];
  const parts = [schema['anyOf'], schema['oneOf'], schema['allOf']].flatMap((part) =>
    Array.isArray(part) ? part.flatMap(alternatives) : [],
  );
  return [schema, ...parts];
}

type Reference = { kind: 'env' | 'file'; name: string };

function referenceOf(value: unknown): Reference | undefined {
  if (!isRecord(value)) return undefined;
  const [field, ...others] = Object.entries(value);
  if (field === undefined || others.length > 0) return undefined;
  const [kind, name] = field;
  return (kind === 'env' || kind === 'file') && typeof name === 'string' ? { kind, name } : undefined;
}

async function follow(
  { kind, name }: Reference,
  field: string,
  { sources, faults }: Walk,
): Promise<string | undefined> {
  if (kind === 'env') {
    const value = sources.env(name);
    if (value === undefined || value === '')
      faults.push({ field, message: `the environment variable ${name} is not set` });
    return value;
  }
  try {
    // An editor adds a line break at the end of a file. The line break is not part of the secret.
    const value = (await sources.file(name)).trimEnd();
    if (value === '') faults.push({ field, message: `the file ${name} is empty` });
    return value;
  } catch (error) {
    faults.push({ field, message: `the file ${name} cannot be read (${codeOf(error)})` });
    return undefined;
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : error instanceof Error ? error.message : 'no reason';

const hasPassword = (text: string): boolean => URL.canParse(text) && new URL(text).password !== '';

function schemaFaults(schema: TSchema, settings: unknown): FieldFault[] {
  return Errors(schema, settings).flatMap(({ keyword, instancePath, params, message }) => {
    const field = `settings${fieldOf(instancePath)}`;
    if (keyword === 'required' && 'requiredProperties' in params) {
      return params.requiredProperties.map((name) => ({ field: `${field}.${name}`, message: 'is required' }));
    }
    return [
      { field, message: keyword === 'anyOf' || keyword === 'enum' || keyword === 'const' ? NOT_ALLOWED : message },
    ];
  });
}

const NOT_ALLOWED = 'is not one of the allowed values';

/** Converts `/client_auth/keys/0` into `.client_auth.keys[0]`. */
const fieldOf = (path: string): string =>
  path
    .split('/')
    .slice(1)
    .map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`))
    .join('');

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
