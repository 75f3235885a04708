import { describe, expect, test } from 'vitest';
import { changeAssetReport, DEFAULT_ASSET_REPORT } from '#domain/access/asset-report-options.ts';
import { isAsset, type NewAssetReport, newAssetReportFaults, unknownAccounts } from './asset-reports.ts';
import { ACCOUNT_TYPES } from './financial-accounts.ts';

const TODAY = '2026-03-01';
const chosen = (sent: NewAssetReport) => changeAssetReport(DEFAULT_ASSET_REPORT, sent);

describe('validation errors of asset report options', () => {
  test('validation errors contain the path of the field in the body', () => {
    const sent = {
      as_of_date: '2026-03-02',
      large_deposit_threshold: { fixed_amount: '-0.01', sales_price: -1, qualifying_monthly_income: '-2' },
    };
    const at_least = 'Ensure this value is greater than or equal to 0.';
    expect(newAssetReportFaults(chosen(sent), TODAY)).toEqual([
      { field: 'as_of_date', message: 'Ensure this value is less than or equal to 2026-03-01.' },
      { field: 'large_deposit_threshold.fixed_amount', message: at_least },
      { field: 'large_deposit_threshold.sales_price', message: at_least },
      { field: 'large_deposit_threshold.qualifying_monthly_income', message: at_least },
    ]);
  });

  test('no error occurs if the date is today and the amount is zero; an unknown account is found by a separate check', () => {
    const sent = { as_of_date: TODAY, large_deposit_threshold: { fixed_amount: 0 }, account_ids: ['unheard of'] };
    expect(newAssetReportFaults(chosen(sent), TODAY)).toEqual([]);
  });

  test('there is one error for each unknown account, with its index in account_ids', () => {
    const choices = chosen({ account_ids: ['known', 'other', 'known', 'another'] });
    expect(unknownAccounts(choices, new Set(['known']))).toEqual([
      { field: 'account_ids.1', message: 'Object not found.' },
      { field: 'account_ids.3', message: 'Object not found.' },
    ]);
    expect(unknownAccounts(chosen({}), new Set())).toEqual([]);
  });
});

describe('assets', () => {
  test('assets consist of deposit and investment accounts', () => {
    const assets = ACCOUNT_TYPES.filter((type) => isAsset({ type, subtype: null }));
    expect(assets).toEqual(['CHECKING', 'SAVINGS', 'INVESTMENT', 'CD']);
  });

  test('assets include an account of type OTHER only if its subtype is a kind of account that holds money', () => {
    expect(isAsset({ type: 'OTHER', subtype: 'PREPAID' })).toBe(true);
    expect(isAsset({ type: 'OTHER', subtype: 'IRA' })).toBe(true);
    expect(isAsset({ type: 'OTHER', subtype: 'PERSONAL' })).toBe(false);
    expect(isAsset({ type: 'MORTGAGE', subtype: 'BROKERAGE' })).toBe(false);
  });
});
