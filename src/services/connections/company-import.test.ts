import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import type { Environment } from '#domain/platform/scope.ts';
import { ctxFor } from '#services/platform/ctx.ts';
import { openTestHouse, type TestHouse } from '#test/house.ts';
import { findCompany, matchCompanies } from './companies.ts';
import { importCompanies } from './company-import.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house.close());

async function* fileOf(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}
const load = (text: string, environment: Environment = 'prod', onImported = (_rows: number) => {}) =>
  importCompanies(house, environment, fileOf(text), onImported);
const ctx = () => ctxFor(house, { client_id: newId(), environment: 'prod' }, 0);
const nameOf = async (id: string): Promise<string | undefined> => (await findCompany(ctx(), id))?.name;

const NOTHING = {
  created: 0,
  updated: 0,
  unchanged: 0,
  refused: 0,
  faults: [],
  ignored_columns: [],
  unknown_providers: [],
};

describe('importCompanies', () => {
  test('matches companies by id: adds new companies, updates changed companies and skips unchanged companies', async () => {
    const first = 'id,name,domain\na1,Acorn Mills,acorn.example\na2,Birch Works,\n';
    expect(await load(first)).toEqual({ ...NOTHING, rows: 2, created: 2 });
    expect(await load(first)).toEqual({ ...NOTHING, rows: 2, unchanged: 2 });
    expect(await load('id,name\na2,Birch Workshop\na3,Cedar\n')).toEqual({
      ...NOTHING,
      rows: 2,
      created: 1,
      updated: 1,
    });
    expect(await nameOf('a2')).toBe('Birch Workshop');
    expect((await matchCompanies(ctx(), 'Acorn Mills'))[0]).toMatchObject({ confidence: 1 });
  });

  test('matches the rows of a second import to the same companies, even if the file has no ids', async () => {
    const text = 'name,state\nDune Supplies LLC,OR\nDune Supplies LLC,TX\n';
    expect(await load(text)).toMatchObject({ created: 2 });
    expect(await load(text.replace('LLC', 'Inc'))).toMatchObject({ created: 0, updated: 1, unchanged: 1 });
  });

  test('if several rows have the same id, the last of them is kept', async () => {
    expect(await load('id,name\nr1,Reed One\nr1,Reed Two\n')).toMatchObject({ rows: 2, created: 1, updated: 1 });
    expect(await nameOf('r1')).toBe('Reed Two');
  });

  test('reports bad rows by line number and imports the rest', async () => {
    const report = await load(
      'name,id,ein,colour\nElm,e1,99-9000020,red\n,e2,,\n"Fir,e3,,\nGum,e4,12,blue\nHolly,e5\n\nIvy,e6,,green\n',
    );
    expect(report).toEqual({
      ...NOTHING,
      rows: 6,
      created: 2,
      refused: 4,
      faults: [
        { line: 3, message: 'name: missing' },
        { line: 4, message: 'has a quote that is not closed, or one inside a quoted value' },
        { line: 5, message: 'ein: "12" is not nine digits' },
        { line: 6, message: 'has 2 values, but the first line names 4 columns' },
      ],
      ignored_columns: ['colour'],
    });
    expect(await nameOf('e6')).toBe('Ivy');
  });

  test('reports at most 100 bad rows and counts all of them', async () => {
    const report = await load(`name,id\n${',x\n'.repeat(101)}`);
    expect(report).toMatchObject({ rows: 101, refused: 101 });
    expect(report.faults).toHaveLength(100);
    expect(await load(`name,id\n${',x\n'.repeat(100)}`)).toMatchObject({ faults: { length: 100 }, refused: 100 });
  });

  test('rejects a sandbox provider in prod, and reports an unknown provider', async () => {
    const text = 'id,name,provider_id\np1,Pine,vouch_payroll\np2,Pear,northwind\np3,Plum,northwind\n';
    expect(await load(text)).toMatchObject({
      created: 2,
      faults: [{ line: 2, message: 'provider_id: "vouch_payroll" is not offered in prod' }],
      unknown_providers: ['northwind'],
    });
    expect(await nameOf('p1')).toBe(undefined);
    expect(await load(text, 'sandbox')).toMatchObject({ created: 3, refused: 0 });
  });

  test('reports progress when there are more rows than fit into one batch', async () => {
    const rows = Array.from({ length: 4_500 }, (_, i) => `m${i},Many ${i}`);
    const progress: number[] = [];
    const report = await load(`id,name\n${rows.join('\n')}\n`, 'prod', (count) => progress.push(count));
    expect(report).toEqual({ ...NOTHING, rows: 4_500, created: 4_500 });
    expect(progress).toEqual([2_000, 4_000, 4_500]);
    expect(await nameOf('m4499')).toBe('Many 4499');
  });

  test('accepts a byte order mark, Windows line endings and column names in capitals', async () => {
    expect(await load('\ufeffID, Name\r\nw1,Willow\r\n')).toEqual({ ...NOTHING, rows: 1, created: 1 });
    expect(await nameOf('w1')).toBe('Willow');
  });

  test('accepts a file with only a header', async () => {
    expect(await load('name\n')).toEqual({ ...NOTHING, rows: 0 });
  });

  test.each([
    ['', 'the file is empty'],
    ['id,title\n1,x\n', 'the first line of the file must name its columns, and one of them must be "name"'],
    ['"name\n', 'the first line of the file must name its columns, and one of them must be "name"'],
  ])('importCompanies rejects the whole file %j with the message: %s', async (text, message) => {
    await expect(load(text)).rejects.toThrow(message);
  });

  test('importCompanies throws when the database fails', async () => {
    const broken = {
      ...house,
      database: {
        ...house.database,
        scoped: () => ({ ...house.database.scoped('system'), transaction: () => Promise.reject(new Error('gone')) }),
      },
    };
    const rows = Array.from({ length: 6_500 }, (_, i) => `x${i},Xylem ${i}`).join('\n');
    await expect(importCompanies(broken, 'prod', fileOf(`id,name\n${rows}`), () => {})).rejects.toThrow('gone');
  });
});
