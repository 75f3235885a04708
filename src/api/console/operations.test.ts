// Compares the table of operations that the console offers with the routes of /v1/.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OPERATIONS } from '#domain/console/operations.ts';
import { openTestHouse, type TestHouse } from '#test/house.ts';
import { type Document, type Listed, operationsOf } from '#test/operations.ts';

let house: TestHouse;
let listed: Listed[];
beforeAll(async () => {
  house = await openTestHouse();
  listed = operationsOf((await house.app.inject('/openapi.json')).json<Document>());
});
afterAll(() => house.close());

const nameOf = ({ operation }: Listed): string => operation.operationId ?? 'without a name';

describe('the table of operations', () => {
  test('every operation of /v1/ has a row, and every row belongs to an operation', () => {
    const names = listed.filter(({ path }) => path.startsWith('/v1/')).map(nameOf);
    expect(Object.keys(OPERATIONS).toSorted()).toEqual(names.toSorted());
  });

  test('an operation that changes or deletes something needs the right to write', () => {
    const weak = listed.filter((one) => {
      const offered = OPERATIONS[nameOf(one)];
      return offered !== 'none' && offered?.right !== 'write' && ['PATCH', 'DELETE'].includes(one.method);
    });
    expect(weak.map(nameOf)).toEqual([]);
  });

  test('only two operations with POST need no right to write: they search, with the search terms in the body', () => {
    const reading = listed.filter((one) => {
      const offered = OPERATIONS[nameOf(one)];
      return one.method === 'POST' && offered !== 'none' && offered?.right === 'read';
    });
    expect(reading.map(nameOf).toSorted()).toEqual(['lookUpCompanies', 'lookUpOrders']);
  });

  test('the recorded fields of an operation are fields of its request body; a deletion records the deleted object', () => {
    const unknown = listed.flatMap((one) => {
      const offered = OPERATIONS[nameOf(one)];
      const fields = one.operation.requestBody?.content['application/json']?.schema.properties ?? {};
      return offered === undefined || offered === 'none' || one.method === 'DELETE'
        ? []
        : (offered.recorded ?? []).filter((name) => !(name in fields)).map((name) => `${nameOf(one)}: ${name}`);
    });
    expect(unknown).toEqual([]);
  });
});
