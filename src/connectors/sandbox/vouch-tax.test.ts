import { expect, test } from 'vitest';
import { describeConnector } from '#connectors/conformance.ts';
import { type Fixture, failureOf, playerOf } from '#connectors/conformance-play.ts';
import { runStep } from '#services/connections/provider-calls.ts';
import { SANDBOX_LOGINS, sandboxLogin } from '#test/sandbox-logins.ts';
import { vouchTax } from './vouch-tax.ts';

const fixture: Fixture = { product: 'income', logins: SANDBOX_LOGINS };
describeConnector(vouchTax, fixture, runStep);

const { connect, fetch, read } = playerOf(vouchTax, fixture, runStep);

test('the sample login `goodlogin` has two W-2s, one Form 1040 and one Form 1099, each with its file', async () => {
  const { data } = await read(await connect(SANDBOX_LOGINS.good));
  const documents = data.tax_documents ?? [];
  expect(documents.map(({ document_type }) => document_type).toSorted()).toEqual(['F1040', 'F1099', 'W2', 'W2']);
  expect(documents.filter(({ file_id, md5sum }) => file_id === null || md5sum === null)).toEqual([]);
});

test('a fetch for a person without tax documents ends with no_data', async () => {
  const account = await connect(sandboxLogin('missing.data'));
  expect((await failureOf(fetch('first', account))).status).toBe('no_data');
});
