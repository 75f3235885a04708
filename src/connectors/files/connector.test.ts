import { type ImportContent, takeParts } from '#analysis/imports/merging/import-content.ts';
import { mergeRows } from '#analysis/imports/merging/merge-rows.ts';
import { readImport } from '#analysis/imports/read-import.ts';
import { describeConnector } from '#connectors/conformance.ts';
import type { Connector, FetchRequest } from '#connectors/contract.ts';
import { runStep } from '#services/connections/provider-calls.ts';
import { filesConnector } from './connector.ts';

const CSV = 'Date,Description,Amount\n2026-01-15,HARVEST FOODS PAYROLL,1200.50\n2026-01-16,Rent,-900.00\n';
const USER = { user_id: 'd'.repeat(32) };
const NOBODY = { user_id: 'e'.repeat(32) };

async function contentOf(text: string): Promise<ImportContent> {
  const { format, parts } = await readImport(
    (async function* () {
      yield Buffer.from(text);
    })(),
  );
  const sought = { ssn: null, first_name: null, last_name: null };
  const account = { name: 'Everyday', type: 'CHECKING', currency_code: 'USD', mask: '0100' } as const;
  return takeParts(format, parts, { account, sought, rows_max: 10 });
}

const content = await contentOf(CSV);

/** Returns the request that the task engine would make, with the files of one person. */
const given = ({ login }: { login: string }, request: FetchRequest): FetchRequest => ({
  ...request,
  imports: login === USER.user_id ? { heads: [content.head], rows: mergeRows([content]) } : { heads: [], rows: [] },
});
const { first, rest } = filesConnector.fetch;

const connector: Connector = {
  ...filesConnector,
  fetch: {
    first: (account, request, io) => first(account, given(account, request), io),
    rest: (account, request, io) => rest(account, given(account, request), io),
  },
};

describeConnector(
  connector,
  { product: 'transactions', logins: { good: USER, wrong_password: {}, no_data: NOBODY } },
  runStep,
);
