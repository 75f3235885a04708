import { expect, test } from 'vitest';
import { describeConnector } from '#connectors/conformance.ts';
import { type Fixture, playerOf } from '#connectors/conformance-play.ts';
import { runStep } from '#services/connections/provider-calls.ts';
import { SANDBOX_LOGINS } from '#test/sandbox-logins.ts';
import { vouchInsurance } from './vouch-insurance.ts';

const fixture: Fixture = { product: 'insurance', logins: SANDBOX_LOGINS };
describeConnector(vouchInsurance, fixture, runStep);

test('the sample login `goodlogin` has an AUTO policy, a HOMEOWNERS policy and one claim', async () => {
  const { connect, read } = playerOf(vouchInsurance, fixture, runStep);
  const { policies = [], identity = [] } = (await read(await connect(SANDBOX_LOGINS.good))).data;
  expect(policies.map(({ policy_type }) => policy_type).toSorted()).toEqual(['AUTO', 'HOMEOWNERS']);
  expect(policies.flatMap(({ claims }) => claims)).toHaveLength(1);
  expect(identity).toHaveLength(1);
});
