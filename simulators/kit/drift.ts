// Changes the data of an answer. Rows are duplicated or left out, and fields change as they do when a service changes
// its schema without notice.
import type { FaultRule } from './faults.ts';
import { isFields } from './fields.ts';
import type { Random } from './random.ts';

/** The fields that are changed in a service's answers by faults in the data. */
export type Drift = {
  /** Names of the lists whose elements are rows. */
  rows: readonly string[];
  /** A field with a closed list of values; `unknown_enum` changes it. */
  enum_field: string;
  /** A field that clients rely on; `missing_field` removes it. */
  missing_field: string;
};

export const UNKNOWN_VALUE = 'value_of_tomorrow';

export function applyDrift(body: unknown, rule: FaultRule, drift: Drift, random: Random): unknown {
  switch (rule.fault) {
    case 'duplicate_rows':
      return changeLists(body, drift.rows, (rows) => rows.flatMap((row, at) => (at % 3 === 0 ? [row, row] : [row])));
    case 'vanishing_rows':
      return changeLists(body, drift.rows, (rows) => {
        const gone = random.integer(Math.max(1, rows.length));
        return rows.filter((_, at) => at !== gone);
      });
    case 'unknown_enum': {
      const field = rule.field ?? drift.enum_field;
      return changeObjects(body, (object) =>
        typeof object[field] === 'string' ? { ...object, [field]: UNKNOWN_VALUE } : object,
      );
    }
    case 'extra_fields':
      return changeObjects(body, (object) => ({ ...object, field_of_tomorrow: { unit: 'new', values: [1, null] } }));
    case 'missing_field': {
      const field = rule.field ?? drift.missing_field;
      return changeObjects(body, (object) =>
        Object.fromEntries(Object.entries(object).filter(([key]) => key !== field)),
      );
    }
    default:
      return body;
  }
}

type Objects = Readonly<Record<string, unknown>>;

function changeObjects(value: unknown, change: (object: Objects) => Objects): unknown {
  if (Array.isArray(value)) return value.map((element: unknown) => changeObjects(element, change));
  if (!isFields(value)) return value;
  const inner = Object.entries(value).map(([key, element]) => [key, changeObjects(element, change)] as const);
  return change(Object.fromEntries(inner));
}

function changeLists(value: unknown, names: readonly string[], change: (rows: unknown[]) => unknown[]): unknown {
  if (Array.isArray(value)) return value.map((element: unknown) => changeLists(element, names, change));
  if (!isFields(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, element]) => {
      const inner = changeLists(element, names, change);
      return [key, names.includes(key) && Array.isArray(inner) ? change(inner) : inner];
    }),
  );
}
