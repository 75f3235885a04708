// Tests that the search of the logs (test/support/log.ts) recognises every secret that the simulators give out. Without
// this, the logs of the live tests could contain a secret that nobody finds.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Memory } from '#connectors/contract.ts';
import { getLink, secretsOf } from '#services/connections/links.ts';
import { ctxOf } from '#services/platform/ctx.ts';
import { connectLane, KINDS, type Kind, openStage, type Stage } from '#test/live-stage.ts';
import { forbiddenIn } from '#test/log.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage({ now: new Date('2026-06-03T15:00:00Z') });
});
afterAll(() => stage.close());

/** The fields of a stored account that are secrets. Argyle has none, because the operator's keys give access. */
const SECRET_FIELDS: Readonly<Record<Kind, readonly string[]>> = {
  fdx: ['access_token', 'refresh_token', 'dpop'],
  simplefin: ['access_address'],
  plaid: ['access_token'],
  argyle: [],
  finch: ['access_token'],
};

async function storedMemory(link_id: string): Promise<Memory> {
  const ctx = await ctxOf(stage.house, { client_id: stage.client.client_id, environment: 'prod' });
  return (await secretsOf(ctx, await getLink(ctx, link_id))).account.memory;
}

test.each(KINDS)('the log search recognises the secrets of a link at the simulator of %s', async (kind) => {
  const username = kind === 'finch' ? 'payroll-summit-ridge-hospital' : 'maya';
  const product = kind === 'finch' ? 'admin' : 'income';
  const { link_id } = await connectLane(stage, { kind, username, product });
  const memory = await storedMemory(link_id);
  for (const field of SECRET_FIELDS[kind]) {
    expect(memory[field], field).toBeTruthy();
    expect(forbiddenIn(JSON.stringify({ [field]: memory[field] })), field).not.toEqual([]);
  }
  const others = Object.fromEntries(Object.entries(memory).filter(([name]) => !SECRET_FIELDS[kind].includes(name)));
  expect(forbiddenIn(JSON.stringify(others))).toEqual([]);
});

test('the log search recognises the keys and webhook secrets of the simulators, the passwords of their people, and setup tokens', () => {
  const simulators = KINDS.map((kind) => stage[kind].guide);
  const secrets = [
    ...simulators.flatMap(({ environment }) => Object.values(environment)),
    ...simulators.flatMap(({ logins }) => logins.map(({ password }) => password)),
    stage.simplefin.setupToken('maya'),
  ];
  expect(secrets.length).toBeGreaterThan(10);
  for (const secret of secrets) expect(forbiddenIn(secret), secret).not.toEqual([]);
});
