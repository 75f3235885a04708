// Reads the coverages of an insurance policy from the rows of its declarations page.
import { groupBy } from '#base/lists.ts';
import { objectId } from '#connectors/wire.ts';
import type { Fields } from '#domain/documents/read-documents.ts';
import type { Coverage } from '#domain/reports/insurance.ts';
import { amountOf, textOf } from './fields.ts';

type Limits = Pick<Coverage, 'per_person_limit' | 'per_incident_limit'>;

const DECLINED = /\b(?:declined|rejected|not covered|no coverage|not selected|not included)\b/i;

/** `key` identifies the insured home or vehicle. */
export function coveragesOf(rows: readonly Fields[], link_id: string, key: string): Coverage[] {
  const counts = new Map<string, number>();
  return rows.flatMap((row): Coverage[] => {
    const name = textOf(row, 'description');
    if (name === null) return [];
    const number = (counts.get(name) ?? 0) + 1;
    counts.set(name, number);
    const texts = ['limit', 'deductible', 'premium'].map((column) => textOf(row, column) ?? '');
    return [
      {
        id: objectId(link_id, 'coverage', JSON.stringify([key, name, number])),
        name,
        premium: amountOf(row, 'premium'),
        is_declined: texts.some((text) => DECLINED.test(text)),
        ...limitsOf(row),
        deductible: amountOf(row, 'deductible'),
      },
    ];
  });
}

const NO_LIMITS: Limits = { per_person_limit: null, per_incident_limit: null };

/**
 * Returns the limits. `$100,000/$300,000` is the limit per person and the limit per accident. A single amount is the
 * limit per incident. A share such as `10% of Coverage A` is not an amount, so it is ignored.
 */
function limitsOf(row: Fields): Limits {
  const amount = amountOf(row, 'limit');
  const text = textOf(row, 'limit') ?? '';
  const name = textOf(row, 'description') ?? '';
  if (amount !== null)
    return isPerPerson(name)
      ? { ...NO_LIMITS, per_person_limit: amount }
      : { ...NO_LIMITS, per_incident_limit: amount };
  const [first, second, ...more] = [...text.matchAll(AMOUNT)].flatMap(([digits]) => centsOf(digits, text));
  if (first === undefined || more.length > 0 || text.includes('%')) return NO_LIMITS;
  if (second !== undefined) return { per_person_limit: first, per_incident_limit: second };
  return isPerPerson(`${name} ${text}`)
    ? { ...NO_LIMITS, per_person_limit: first }
    : { ...NO_LIMITS, per_incident_limit: first };
}

const AMOUNT = /\d{1,3}(?:,\d{3})+(?:\.\d{2})?|\d+(?:\.\d{2})?/g;
const isPerPerson = (text: string): boolean => /\b(?:each|per|ea) person\b/i.test(text);

/** Limits such as `100/300` are in thousands of dollars. */
function centsOf(digits: string, text: string): bigint[] {
  const [whole = '', cents = '00'] = digits.replaceAll(',', '').split('.');
  const is_short = /^\d{2,3} ?\/ ?\d{2,3}(?: ?\/ ?\d{2,3})?$/.test(text);
  return [BigInt(`${whole}${cents}`) * (is_short ? 1000n : 1n)];
}

/** Coverages of people and of damage to others. They apply to every vehicle of the policy. */
const OF_POLICY =
  /\b(?:bodily injury|property damage|liability|uninsured|underinsured|medical payments|med ?pay|personal injury|pip)\b/i;

/**
 * Returns the rows of each vehicle. Usually a coverage has one row for each vehicle. A coverage of people or of damage
 * to others may have a single row for all vehicles; the premium per vehicle is then unknown. All other rows are left
 * out, because they do not show to which vehicle they belong.
 */
export function rowsByVehicle(rows: readonly Fields[], count: number): Fields[][] {
  const vehicles = Array.from({ length: count }, (): Fields[] => []);
  for (const same of groupBy(rows, (row) => textOf(row, 'description')).values()) {
    const [only] = same;
    if (same.length === count) for (const [at, row] of same.entries()) vehicles[at]?.push(row);
    else if (same.length === 1 && only !== undefined && OF_POLICY.test(textOf(only, 'description') ?? '')) {
      const { premium: _premium, ...shared } = only;
      for (const vehicle of vehicles) vehicle.push(shared);
    }
  }
  return vehicles;
}
