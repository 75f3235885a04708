import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { RULE_WORDS } from './rule-words.ts';

const INCOME = fileURLToPath(new URL('../../../../src/analysis/income/', import.meta.url));

test('every rule by which the income engine computes a figure has a text in both languages, and every text belongs to a rule', () => {
  const rules = readdirSync(INCOME)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) => [
      ...readFileSync(`${INCOME}${file}`, 'utf8').matchAll(
        /'((?:average|date|deposit|forecast|frequency|gross|history|next|total)\.[a-z-]+)'/g,
      ),
    ])
    .map(([, rule]) => rule);
  const expected = [...new Set(rules)].toSorted();
  expect(expected.length).toBeGreaterThan(20);
  expect(Object.keys(RULE_WORDS.en).toSorted()).toEqual(expected);
  expect(Object.keys(RULE_WORDS.es).toSorted()).toEqual(expected);
});
