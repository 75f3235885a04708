import { describe, expect, test } from 'vitest';
import type { ProductType } from '#domain/access/products.ts';
import { SUBORDER_STATUSES } from './order-status.ts';
import {
  canEdit,
  employerFaults,
  institutionFaults,
  type NewEmployer,
  planEmployers,
  planSuborders,
} from './suborders.ts';

const planned = (products: readonly ProductType[], asked: Parameters<typeof planSuborders>[1] = {}): string[] =>
  planSuborders(products, asked).map(
    ({ kind, product_type, record }) => `${kind} ${product_type} ${record.company_name ?? record.name ?? '?'}`,
  );

const ONE: NewEmployer = { company_name: 'One' };
const TWO: NewEmployer = { company_name: 'Two' };
const BANKS = [{ name: 'First' }, { name: 'Second' }];
const ACCOUNT = { account_number: '400100219999', routing_number: '991000012', account_type: 'checking' } as const;

describe('planSuborders', () => {
  test.each<[ProductType[], string[]]>([
    [['income'], ['employer income ?']],
    [['employment'], ['employer employment ?']],
    [['deposit_switch'], ['employer deposit_switch ?']],
    [['pll'], ['employer pll ?']],
    [['admin'], ['employer admin ?']],
    [['assets'], ['financial_account assets ?']],
    [['transactions'], ['financial_account transactions ?']],
    [['insurance'], ['insurance insurance ?']],
  ])(
    'for the products %j, planSuborders plans one suborder without a name if no employer, bank or insurer is given',
    (products, suborders) => {
      expect(planned(products)).toEqual(suborders);
      expect(planned(products, { employers: [], financial_institutions: [] })).toEqual(suborders);
      expect(planned(products, { employers: null, financial_institutions: null, insurance: null })).toEqual(suborders);
    },
  );

  test('plans one suborder for each product at each employer, in the sequence of the request', () => {
    expect(planned(['income', 'deposit_switch'], { employers: [ONE, TWO] })).toEqual([
      'employer income One',
      'employer income Two',
      'employer deposit_switch One',
      'employer deposit_switch Two',
    ]);
  });

  test('plans one suborder for each product at each institution', () => {
    expect(planned(['transactions'], { financial_institutions: BANKS })).toEqual([
      'financial_account transactions First',
      'financial_account transactions Second',
    ]);
  });

  test.each<[ProductType[]]>([[['income', 'employment']], [['employment', 'income']]])(
    'planSuborders plans no separate suborder for `employment` if the products are %j',
    (products) => expect(planned(products, { employers: [ONE] })).toEqual(['employer income One']),
  );

  test.each<[ProductType[]]>([[['assets', 'transactions']], [['transactions', 'assets']]])(
    'planSuborders plans no separate suborder for `transactions` if the products are %j',
    (products) => expect(planned(products)).toEqual(['financial_account assets ?']),
  );

  test('sorts the suborders of all products: employers first, then banks, then the single insurance suborder', () => {
    const products: ProductType[] = [
      'admin',
      'insurance',
      'transactions',
      'assets',
      'pll',
      'deposit_switch',
      'employment',
      'income',
    ];
    expect(planned(products, { employers: [ONE] })).toEqual([
      'employer admin One',
      'employer pll One',
      'employer deposit_switch One',
      'employer income One',
      'financial_account assets ?',
      'insurance insurance ?',
    ]);
  });

  test('ignores employers and banks if no product of the order needs them', () => {
    expect(planned(['insurance'], { employers: [ONE], financial_institutions: BANKS })).toEqual([
      'insurance insurance ?',
    ]);
  });

  test('planEmployers plans one suborder per payroll product and added employer; it plans no suborder for employment if income is ordered', () => {
    const added = planEmployers(['assets', 'income', 'employment', 'pll'], [ONE, TWO]);
    expect(added.map(({ product_type, record }) => `${product_type} ${record.company_name}`)).toEqual([
      'income One',
      'income Two',
      'pll One',
      'pll Two',
    ]);
  });
});

describe('the stored record of a suborder', () => {
  test('treats absent, null and blank fields alike', () => {
    const blank = {
      company_mapping_id: '',
      company_name: '',
      company_domain: null,
      company_logo: '',
      company_address: null,
      start_date: null,
      suborder_number: '',
      data_sources: null,
      account: null,
    };
    expect(planSuborders(['income'], { employers: [blank] })).toEqual(planSuborders(['income'], {}));
    const bank = { id: '', name: null, suborder_number: '', data_sources: null };
    expect(planSuborders(['assets'], { financial_institutions: [bank] })).toEqual(planSuborders(['assets'], {}));
    expect(planSuborders(['insurance'], { insurance: { provider_id: '' } })).toEqual(planSuborders(['insurance'], {}));
  });

  test('a stored address has every key of an address, even if the request omits some keys', () => {
    const [plan] = planSuborders(['income'], { employers: [{ company_address: { city: 'Denver', zip: '' } }] });
    expect(plan?.record.company_address).toEqual({
      street: null,
      city: 'Denver',
      state: null,
      zip: null,
      country: null,
    });
  });

  test('identifies a bank by the id of the bank’s provider', () => {
    const [plan] = planSuborders(['assets'], { financial_institutions: [{ id: 'vouch_bank' }] });
    expect(plan).toMatchObject({ provider_id: 'vouch_bank', company_mapping_id: null });
  });

  test('identifies an insurer by the id of the insurer’s provider', () => {
    const [plan] = planSuborders(['insurance'], { insurance: { provider_id: 'vouch_insurance' } });
    expect(plan).toMatchObject({ provider_id: 'vouch_insurance' });
  });
});

describe('the data sources of a suborder', () => {
  const sources = (product: ProductType, employer: NewEmployer) =>
    planEmployers([product], [employer])[0]?.data_sources;

  test('the data sources are all sources of the product by default', () => {
    expect(sources('income', {})).toEqual(['payroll', 'docs', 'tax', 'financial_accounts']);
    expect(sources('employment', {})).toEqual(['payroll', 'docs']);
  });

  test('the data sources are the requested sources that the product can use, in the sequence of the request and without duplicates', () => {
    expect(sources('income', { data_sources: ['docs', 'payroll', 'docs', 'insurance'] })).toEqual(['docs', 'payroll']);
  });

  test('the data sources never include payroll for a self-employed person', () => {
    const self = { company_mapping_id: 'self_employed' };
    expect(sources('income', self)).toEqual(['docs', 'tax', 'financial_accounts']);
    expect(sources('income', { ...self, data_sources: ['payroll', 'tax'] })).toEqual(['tax']);
  });

  test('an order needs a data source that can serve the product; the validation error contains the index of the employer or bank', () => {
    const message = 'None of these sources can serve the product.';
    expect(employerFaults(['income'], [{}, { data_sources: ['insurance'] }])).toEqual([
      { field: 'employers.1.data_sources', message },
    ]);
    expect(employerFaults(['income'], [{ company_mapping_id: 'self_employed', data_sources: ['payroll'] }])).toEqual([
      { field: 'employers.0.data_sources', message },
    ]);
    expect(institutionFaults(['assets'], [{ data_sources: ['payroll'] }])).toEqual([
      { field: 'financial_institutions.0.data_sources', message },
    ]);
    expect(institutionFaults(['income'], [{ data_sources: ['payroll'] }])).toEqual([]);
  });
});

describe.each<ProductType>(['deposit_switch', 'pll'])('an order for the product %s', (product) => {
  const required = 'This field is required.';

  test('requires an employer', () => {
    expect(employerFaults([product], [])).toEqual([{ field: 'employers', message: required }]);
    expect(employerFaults(['income'], [])).toEqual([]);
  });

  test('requires a deposit account for every employer', () => {
    expect(employerFaults([product], [{ account: ACCOUNT }, {}, { account: null }])).toEqual([
      { field: 'employers.1.account', message: required },
      { field: 'employers.2.account', message: required },
    ]);
    expect(employerFaults([product, 'income'], [{ account: ACCOUNT }])).toEqual([]);
  });
});

test('employerFaults checks a bank account even if no product of the order deposits pay into it', () => {
  const account = { ...ACCOUNT, deposit_type: 'percent', deposit_value: '100.01' } as const;
  expect(employerFaults(['income'], [{ account }])).toMatchObject([{ field: 'employers.0.account.deposit_value' }]);
});

describe('an order can be edited', () => {
  const of =
    (kind: 'employer' | 'financial_account' | 'insurance') => (status: (typeof SUBORDER_STATUSES)[number]) => ({
      kind,
      status,
    });
  const FINAL = SUBORDER_STATUSES.filter((status) => status !== 'pending' && status !== 'sent');

  test('an order can be edited while the suborders of all its employers are open, even if its other suborders are finished', () => {
    const employers = [of('employer')('pending'), of('employer')('sent')];
    expect(canEdit(employers)).toBe(true);
    expect(canEdit([...employers, of('insurance')('completed')])).toBe(true);
    expect(FINAL.filter((status) => canEdit([...employers, of('employer')(status)]))).toEqual([]);
  });

  test('an order without suborders for employers can be edited while all its suborders are pending or sent', () => {
    expect(canEdit([of('financial_account')('pending'), of('insurance')('sent')])).toBe(true);
    expect(FINAL.filter((status) => canEdit([of('financial_account')('sent'), of('insurance')(status)]))).toEqual([]);
  });
});
