// Contract, section 24.5: the sandbox's sample documents can be uploaded, and the data read from them equals the data
// of the same person's connection.
import { describe, expect, test } from 'vitest';
import { fileOf } from '#test/documents.ts';
import { assetReport } from './shapes/asset-reports.ts';
import { linkDocument } from './shapes/documents.ts';
import { balances, bankStatement, transactions } from './shapes/financial-accounts.ts';
import { insuranceReport } from './shapes/insurance.ts';
import { link as linkShape } from './shapes/links.ts';
import { employment, employmentReport, statement } from './shapes/payroll.ts';
import { taxDocuments } from './shapes/tax.ts';
import { drawn, startUploads } from './shapes/uploads.ts';
import { incomeUserReport } from './shapes/user-reports.ts';

const { expectAnswer, expectRead, expectAll, expectRefused, connectOnce, newUser, sample, connectDocuments } =
  startUploads();

const PAYROLL = { provider_id: 'vouch_payroll', product_type: 'income' };
const STATEMENT = [
  'check_number',
  'pay_date',
  'period_start',
  'period_end',
  'gross_pay',
  'net_pay',
  'gross_pay_ytd',
  'net_pay_ytd',
];
const W2 = [
  'year',
  'wages',
  'federal_tax',
  'social_security_wages',
  'social_security_tax',
  'medicare_wages',
  'medicare_tax',
];

const DECLARATION = [
  'Marigold Mutual Insurance Company',
  'HOMEOWNERS POLICY DECLARATIONS',
  'Insurer: Marigold Mutual Insurance Company',
  'Policy Number: HO-4471-22',
  'Named Insured: Jordan Averill',
  'Effective Date: 01/15/2026',
  'Expiration Date: 01/15/2027',
  'Property Address: 418 Larimer Court, Denver, CO 80205',
  'Total Premium: $1,432.00',
];

const pick = (row: Record<string, unknown>, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, row[name]]));
async function uploaded(kind: string, query = '', product_type = 'income'): Promise<string> {
  const documents = [fileOf(await sample(kind, query), { user_id: await newUser() })];
  return `/v1/links/${(await connectDocuments(documents, product_type)).link_id}/`;
}
const connected = async (login: Parameters<typeof connectOnce>[0]): Promise<string> =>
  `/v1/links/${(await connectOnce(login)).link_id}/`;

describe('section 24.5: a sample document has the same data as the sample person’s connection', () => {
  test.each([
    ['goodlogin', 0],
    ['goodlogin', 1],
    ['fulltime', 0],
    ['hourly.part-time', 0],
    ['weekly', 0],
    ['semimonthly', 0],
    ['monthly', 2],
  ])(
    'the sample pay stub of %s with index %i has the same data as the pay statement of that person’s connection',
    async (username, index) => {
      const [read] = await expectAll(
        statement,
        `${await uploaded('paystub', `?username=${username}&index=${index}`)}statements/`,
      );
      const statements = await expectAll(statement, `${await connected({ ...PAYROLL, username })}statements/`);
      expect(pick(read, STATEMENT)).toEqual(pick(statements[index], STATEMENT));
      const earned = ({ earnings }: { earnings: { amount: string }[] }) =>
        earnings.map(({ amount }) => amount).toSorted();
      expect(earned(read)).toEqual(earned(statements[index]));
    },
  );

  test.each([0, 1])(
    'the sample W-2 with index %i has the same data as the W-2 of the sample person’s connection',
    async (index) => {
      const [job] = await expectAll(employment, `${await uploaded('w2', `?index=${index}`)}employments/`);
      const [same] = await expectAll(employment, `${await connected(PAYROLL)}employments/`);
      expect(job.w2s).toHaveLength(1);
      expect(pick(job.w2s[0], W2)).toEqual(pick(same.w2s[index], W2));
      expect(job.company.name).toBe(same.company.name);
    },
  );

  test.each([
    ['f1099', 'F1099', ['amount', 'federal_tax', 'total_ordinary_dividends', 'payer_name']],
    ['f1040', 'F1040', ['total_income', 'adjusted_gross_income', 'capital_gain', 'ordinary_dividends']],
  ])(
    'the sample document of the kind %s has the same data as the tax document of the sample person’s connection',
    async (kind, type, names) => {
      const isType = ({ document_type }: { document_type: string }): boolean => document_type === type;
      const read = (await expectRead(taxDocuments, `${await uploaded(kind)}tax/`)).find(isType);
      const tax = { provider_id: 'vouch_tax', product_type: 'income' };
      const same = (await expectRead(taxDocuments, `${await connected(tax)}tax/`)).find(isType);
      expect([read.year, pick(read.fields, names)]).toEqual([same.year, pick(same.fields, names)]);
    },
  );

  test('the bank statement has the same data as a bank statement of the connection', async () => {
    const url = await uploaded('bank_statement', '', 'assets');
    const names = [
      'period_start',
      'period_end',
      'opening_balance',
      'closing_balance',
      'total_deposits',
      'total_withdrawals',
    ];
    const [read] = await expectAll(bankStatement, `${url}bank_statements/`);
    const bank = { provider_id: 'vouch_bank', product_type: 'assets' };
    const statements = await expectAll(bankStatement, `${await connected(bank)}bank_statements/`);
    expect(statements.map((one) => pick(one, names))).toContainEqual(pick(read, names));
  });
});

describe('section 15.4: a link from documents', () => {
  test('a link for the product `employment` has an employment report and no income report', async () => {
    const url = await uploaded('paystub', '', 'employment');
    expect((await expectRead(employmentReport, `${url}employment/report/`)).employments).toHaveLength(1);
    await expectRefused(404, 'GET', `${url}income/report/`);
  });

  test('a link for the product `assets` has the account, its balance and its transactions, and is in the user’s asset report', async () => {
    const url = await uploaded('bank_statement', '', 'assets');
    const { accounts } = await expectRead(balances, `${url}balances/`);
    const [{ closing_balance, account_id }] = await expectAll(bankStatement, `${url}bank_statements/`);
    expect(accounts).toMatchObject([{ id: account_id, balances: { balance: closing_balance } }]);
    const { count } = await expectRead(transactions, `${url}transactions/?page_size=1`);
    expect(count).toBeGreaterThan(0);
    const { user_id, id } = await expectRead(linkShape, url);
    const report = await expectAnswer(201, assetReport, 'POST', `/v1/users/${user_id}/assets/reports/`, {});
    expect(report.links).toMatchObject([{ link_id: id, accounts: [{ id: account_id }] }]);
  });

  test('a link for the product `income` is in the user’s report, with data_source `docs`', async () => {
    const url = await uploaded('paystub');
    const { user_id, id } = await expectRead(linkShape, url);
    const report = await expectAnswer(201, incomeUserReport, 'POST', `/v1/users/${user_id}/reports/`, {});
    expect(report.links).toMatchObject([{ link_id: id, data_source: 'docs', employments: [{ is_active: true }] }]);
  });

  test('a link for the product `insurance` has the policy that the uploaded insurance declaration describes', async () => {
    const declaration = await drawn(DECLARATION);
    const { link_id, status } = await connectDocuments(
      [fileOf(declaration, { user_id: await newUser() })],
      'insurance',
    );
    expect(status).toBe('done');
    const report = await expectRead(insuranceReport, `/v1/links/${link_id}/insurance/report/`);
    expect(report.insurance.policies).toMatchObject([
      {
        policy_type: 'HOMEOWNERS',
        carrier_name: 'Marigold Mutual Insurance Company',
        carrier_policy_number: 'HO-4471-22',
        effective_date: '2026-01-15',
        expiry_date: '2027-01-15',
        total_premium: '1432.00',
      },
    ]);
    expect(await expectAll(linkDocument, `/v1/links/${link_id}/documents/`)).toMatchObject([
      { document_type: 'INSURANCE_HOME_POLICY' },
    ]);
  });
});
