// Lists for each product what the connectors send to a provider and what they ask the person to allow. The list has the
// paths and parameter names of all requests, and the requested scopes, consents, products and days. People review the
// table in requests.txt, and check that it contains no unnecessary request and asks for no unnecessary data.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectLane, KINDS, type Kind, type Lane, openStage, refresh, type Stage } from '#test/live-stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage({ now: new Date('2026-06-03T15:00:00Z') });
});
afterAll(() => stage.close());

const LANES: readonly Lane[] = [
  ...(['fdx', 'simplefin', 'plaid'] as const).flatMap((kind) =>
    (['income', 'assets', 'transactions'] as const).map((product): Lane => ({ kind, username: 'ruth', product })),
  ),
  { kind: 'argyle', username: 'maya', product: 'income' },
  { kind: 'argyle', username: 'maya', product: 'employment' },
  { kind: 'finch', username: 'payroll-summit-ridge-hospital', product: 'admin' },
];

type Asked = {
  method: string;
  path: string;
  status: number | null;
  names: readonly string[];
  asked_for: Readonly<Record<string, string>>;
};

/**
 * The requests that the connector sent. Requests that the person's browser sent to the provider's pages are excluded.
 */
async function requestsOf(kind: Kind): Promise<Asked[]> {
  if (kind !== 'fdx') {
    return stage[kind]
      .requests()
      .filter(({ path }) => !PAGES.test(path))
      .map(({ method, path, status, parameters, fields, asked_for }) => ({
        method,
        path,
        status,
        names: [...parameters, ...fields],
        asked_for,
      }));
  }
  const { requests } = Object(await stage.fdx.control('GET', '/requests'));
  const listed: (Omit<Asked, 'names'> & { query: string[]; form: string[] })[] = requests;
  return listed
    .filter(({ path }) => !PAGES.test(path))
    .map(({ query, form, ...request }) => ({ ...request, names: [...query, ...form].toSorted() }));
}
const PAGES = /^\/(authorize|connect\/(?!sessions)|login|consent|hosted|simplefin\/create)/;

async function forget(kind: Kind): Promise<void> {
  if (kind === 'fdx') await stage.fdx.control('DELETE', '/requests');
  else stage[kind].control('clear');
}

/**
 * One line per kind of request, with the number of such requests, and one more line per kind of data that the request
 * asks for. The kinds of requests are in the sequence in which they first occurred.
 */
function tableOf(requests: readonly Asked[]): string[] {
  const lines = requests.map(({ method, path, status, names, asked_for }) => {
    const shown = path.replaceAll(/\/[0-9a-f-]{16,}(?=\/|$)/g, '/{id}').replaceAll(/\/:(\w+)/g, '/{$1}');
    const refused = status !== null && status >= 400 ? ` (${status})` : '';
    const asked = Object.entries(asked_for).map(([name, value]) => `\n        ${name}: ${value}`);
    return `${method} ${shown}${refused}${names.length === 0 ? '' : ` ${names.join(' ')}`}${asked.join('')}`;
  });
  return [...new Set(lines)].map((line) => `  ${lines.filter((one) => one === line).length} × ${line}`);
}

test('the connectors send exactly the requests that requests.txt lists for each product', async () => {
  const table: string[] = [];
  for (const lane of LANES) {
    await forget(lane.kind);
    const link = await connectLane(stage, lane);
    table.push(`${lane.kind}, ${lane.product}, connection`, ...tableOf(await requestsOf(lane.kind)));
    stage.moveTo(new Date(stage.house.clock.now().getTime() + 3_600_000));
    await forget(lane.kind);
    const { status } = await refresh(stage, link, lane.product);
    expect(status).toBe('done');
    table.push(`${lane.kind}, ${lane.product}, refresh`, ...tableOf(await requestsOf(lane.kind)), '');
  }
  expect(new Set(LANES.map(({ kind }) => kind)).size).toBe(KINDS.length);
  await expect(table.join('\n')).toMatchFileSnapshot('./requests.txt');
});
