// Repairs amounts that OCR misread. If relations between the figures of a document fail, and misread amounts are the
// only explanation, these amounts are replaced. The text of a PDF is exact, so its figures are never repaired.
import type { Check, Field, Fields, Reading } from '#domain/documents/read-documents.ts';
import { confusionsOf } from './confusions.ts';

type ChecksOf = (reading: Reading) => Check[];
type Change = { name: string; value: bigint };

/**
 * The maximum number of misread amounts in one system of equations. If more amounts were changed, the system might hold
 * only by coincidence.
 */
const CHANGES_MAX = 3;
/** If more relations than this fail, it is assumed that the document was not understood, and it is not repaired. */
const FAILING_MAX = 40;
/**
 * These limits bound the work on long statements. A search that reaches its limit changes nothing, because it cannot
 * prove that its explanation is the only one.
 */
const [TRIALS_MAX, FIGURES_MAX] = [2000, 150_000];
/** The highest confidence of a repaired amount. It is below the 0.9 that most checks for fraud require. */
const CONFIDENCE_MAX = 0.8;

/** `isOcr` says whether the words of a page come from OCR. */
export function repaired(reading: Reading, checksOf: ChecksOf, isOcr: (page: number) => boolean): Reading {
  const before = stateOf(reading, checksOf);
  if (before.failing.size > FAILING_MAX) return reading;
  const trials = Math.min(TRIALS_MAX, FIGURES_MAX / Math.max(1, figuresCount(reading)));
  let state = before;
  for (const isTried of [isShort, () => true]) {
    for (const system of systemsOf([...state.failing.values()].filter(isTried))) {
      const changes = onlyExplanation({ checksOf, isOcr, system, trials: { left: trials } }, state);
      if (changes.length === 0) continue;
      state = stateOf(
        changes.reduce((next, change) => withRepair(next, change, system), state.reading),
        checksOf,
      );
    }
  }
  return state.reading;
}

/**
 * The maximum number of figures in a short relation. Short relations are solved first, each together with the relations
 * that share figures with it. The relation for the total of a long list is not short: it contains all figures of the
 * list. It would join all misread figures into one system, which would need more changes than `CHANGES_MAX`.
 */
const FEW_FIGURES = 6;
const isShort = ({ inputs }: Check): boolean => inputs.length <= FEW_FIGURES;

const figuresCount = ({ fields, tables }: Reading): number =>
  [fields, ...Object.values(tables).flat()].reduce((sum, row) => sum + Object.keys(row).length, 0);

/** A reading with its relations. A relation is identified by its name and its last input, which is its result. */
type State = { reading: Reading; held: ReadonlySet<string>; failing: ReadonlyMap<string, Check> };

const keyOf = ({ name, inputs }: Check): string => `${name} ${inputs.at(-1) ?? ''}`;

function stateOf(reading: Reading, checksOf: ChecksOf): State {
  const checks = checksOf(reading);
  return {
    reading,
    held: new Set(checks.filter(({ holds }) => holds).map(keyOf)),
    failing: new Map(checks.filter(({ holds }) => !holds).map((check) => [keyOf(check), check])),
  };
}

/** Groups the failing relations so that those with common figures are together. */
function systemsOf(failing: readonly Check[]): Check[][] {
  const systems: Check[][] = [];
  for (const check of failing) {
    const inputs = new Set(check.inputs);
    const linked = systems.filter((system) => system.some((one) => one.inputs.some((input) => inputs.has(input))));
    for (const system of linked) systems.splice(systems.indexOf(system), 1);
    systems.push([...linked.flat(), check]);
  }
  return systems;
}

type Search = {
  checksOf: ChecksOf;
  isOcr: (page: number) => boolean;
  system: readonly Check[];
  trials: { left: number };
};

/**
 * Returns the smallest set of changes that makes the whole system hold and breaks no other relation. Returns no changes
 * if there is no such set, or if several sets are equally small.
 */
function onlyExplanation(search: Search, state: State): Change[] {
  for (let count = 1; count <= CHANGES_MAX; count++) {
    const found = explanations(search, state, [], count);
    const [first, ...others] = new Map(found.map((changes) => [textOf(changes), changes])).values();
    if (search.trials.left <= 0 || others.length > 0) return [];
    if (first !== undefined) return first;
  }
  return [];
}

const textOf = (changes: readonly Change[]): string =>
  changes
    .map(({ name, value }) => `${name}=${value}`)
    .toSorted()
    .join(' ');

/**
 * Each change must make one more equation hold. A single failing equation is therefore never explained by two changes.
 */
function explanations(search: Search, state: State, changes: readonly Change[], left: number): Change[][] {
  const open = search.system.flatMap((check) => state.failing.get(keyOf(check)) ?? []);
  if (open.length === 0) return changes.length > 0 ? [[...changes]] : [];
  // Only equations show which value is right; a relation such as “at most” does not.
  const [shortest] = open
    .filter(({ relation }) => relation === 'equal')
    .toSorted((a, b) => a.inputs.length - b.inputs.length);
  if (left === 0 || shortest === undefined) return [];
  return optionsFor(search, state, shortest.inputs, changes).flatMap((change) => {
    if (search.trials.left-- <= 0) return [];
    const next = stateOf(withField(state.reading, change.name, withValue(change.value)), search.checksOf);
    const is_broken = [...next.failing.keys()].some((key) => !state.failing.has(key));
    if (is_broken || !next.held.has(keyOf(shortest))) return [];
    return explanations(search, next, [...changes, change], left - 1);
  });
}

function optionsFor(
  { isOcr }: Search,
  { reading }: State,
  inputs: readonly string[],
  changes: readonly Change[],
): Change[] {
  return inputs.flatMap((name) => {
    const field = fieldNamed(reading, name);
    if (typeof field?.value !== 'bigint' || !isOcr(field.page)) return [];
    if (changes.some((change) => change.name === name)) return [];
    return confusionsOf(field.value, field.raw).map((value) => ({ name, value }));
  });
}

/**
 * Replaces the value of an amount, but keeps its text on the page. The repair lists the relations that contain this
 * amount and hold with the new value.
 */
function withRepair(reading: Reading, { name, value }: Change, system: readonly Check[]): Reading {
  const read = fieldNamed(reading, name)?.value;
  if (typeof read !== 'bigint') return reading;
  const checks = system
    .filter(({ inputs }) => inputs.includes(name))
    .map((check) => ({ name: check.name, inputs: check.inputs }));
  return withField(reading, name, (field) => ({
    ...field,
    value,
    confidence: Math.min(field.confidence, CONFIDENCE_MAX),
    repair: { read, checks },
  }));
}

const withValue =
  (value: bigint) =>
  (field: Field): Field => ({ ...field, value });

/** `gross_pay` is a field, `earnings[0].current` a cell of a table. */
const CELL = /^(\w+)\[(\d+)\]\.(\w+)$/;

function fieldNamed({ fields, tables }: Reading, name: string): Field | undefined {
  const [, table = '', row = '', column = ''] = CELL.exec(name) ?? [];
  return table === '' ? fields[name] : tables[table]?.[Number(row)]?.[column];
}

function withField(reading: Reading, name: string, change: (field: Field) => Field): Reading {
  const field = fieldNamed(reading, name);
  if (field === undefined) return reading;
  const [, table = '', row = '', column = ''] = CELL.exec(name) ?? [];
  if (table === '') return { ...reading, fields: { ...reading.fields, [name]: change(field) } };
  const rows = (reading.tables[table] ?? []).map(
    (cells, index): Fields => (index === Number(row) ? { ...cells, [column]: change(field) } : cells),
  );
  return { ...reading, tables: { ...reading.tables, [table]: rows } };
}
