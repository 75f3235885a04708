// Compares the role table with the table of the contract, cell by cell.
import { describe, expect, test } from 'vitest';
import { ENVIRONMENTS } from '#domain/platform/scope.ts';
import { type Access, AREAS, accessOf, mayDo, mayDoWithDocuments, ROLES } from './roles.ts';

/** The table of the contract, word for word. Its rows are in the order of AREAS, its columns in the order of ROLES. */
const CONTRACT = `
| | owner | developer | underwriter | reviewer | auditor |
|---|---|---|---|---|---|
| keys, webhooks, templates, logs | write | write | – | – | read |
| sandbox clock, people, emulator | write | write | – | – | – |
| orders, people, reports (masked) | write | read in prod, write in sandbox | write | read | read |
| unmask, PDF, export | yes | sandbox only | yes | yes (documents) | no |
| document review | yes | sandbox only | no | yes | read |
| members, roles, limits, prices, providers | write | read | – | – | read |
| audit log | read | own | own | own | read |`;

/** For each wording in the contract, the `Access` value that it means in prod and in the sandbox. */
const MEANINGS: Record<string, { prod: Access; sandbox: Access }> = {
  write: { prod: 'write', sandbox: 'write' },
  yes: { prod: 'write', sandbox: 'write' },
  read: { prod: 'read', sandbox: 'read' },
  'read in prod, write in sandbox': { prod: 'read', sandbox: 'write' },
  'sandbox only': { prod: 'none', sandbox: 'write' },
  'yes (documents)': { prod: 'documents', sandbox: 'documents' },
  own: { prod: 'own', sandbox: 'own' },
  no: { prod: 'none', sandbox: 'none' },
  '–': { prod: 'none', sandbox: 'none' },
};

const [head, , ...rows] = CONTRACT.trim()
  .split('\n')
  .map((line) =>
    line
      .split('|')
      .slice(2, -1)
      .map((cell) => cell.trim()),
  );

const cells = AREAS.flatMap((area, row) =>
  ROLES.flatMap((role, column) =>
    ENVIRONMENTS.map((environment) => ({ area, role, environment, words: rows[row]?.[column] ?? 'missing' })),
  ),
);

describe('the role table', () => {
  test('lists the roles in the same order as the contract, and has one area for each row of the contract’s table', () => {
    expect(head).toEqual([...ROLES]);
    expect(rows).toHaveLength(AREAS.length);
  });

  test.each(cells)(
    'in the area $area, the role $role in $environment has the access "$words"',
    ({ area, role, environment, words }) => {
      const access = MEANINGS[words]?.[environment];
      expect(accessOf(role, environment, area)).toBe(access);
      expect(mayDo(role, environment, area, 'read')).toBe(['own', 'read', 'write'].includes(access ?? ''));
      expect(mayDo(role, environment, area, 'write')).toBe(access === 'write');
      expect(mayDoWithDocuments(role, environment, area, 'write')).toBe(['documents', 'write'].includes(access ?? ''));
    },
  );
});
