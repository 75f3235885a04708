// Changes the shape of answers as if the bank had changed its API version: unknown values, new fields, missing fields.

import { type Fields, isFields } from '../kit/fields.ts';
import { chanceOf } from '../lives/dice.ts';

const UNKNOWN_VALUES: Readonly<Record<string, string>> = {
  accountType: 'STARGAZERACCOUNT',
  transactionType: 'TELEPORT',
  accountCategory: 'ORBITAL_ACCOUNT',
  relationship: 'FRIEND_OF_OWNER',
  holdingType: 'TULIP',
};
const OPTIONAL_FIELDS = new Set([
  'nickname',
  'payee',
  'category',
  'subCategory',
  'productName',
  'balanceAsOf',
  'accountOpenDate',
]);
const CHANGED = 0.3;

/** Whether a value changes depends only on the seed and on the value's position in the answer. */
export function drifted(value: unknown, seed: number, place = ''): unknown {
  if (Array.isArray(value)) return value.map((item, at) => drifted(item, seed, `${place}/${at}`));
  if (!isFields(value)) return value;
  const kept = Object.entries(value).filter(
    ([name]) => !OPTIONAL_FIELDS.has(name) || chanceOf(seed, place, name, 'drop') >= CHANGED,
  );
  const changed = kept.map(([name, inner]) => {
    const unknown = UNKNOWN_VALUES[name];
    const is_changed = unknown !== undefined && chanceOf(seed, place, name, 'value') < CHANGED;
    return [name, is_changed ? unknown : drifted(inner, seed, `${place}/${name}`)];
  });
  const made: Fields = Object.fromEntries(changed);
  return { ...made, harborFutureField: { kind: 'preview', items: [1, 2] } };
}
