import { Ajv, type AnySchema, type ValidateFunction } from 'ajv';
import { describe, expect, test } from 'vitest';
import { inDecimals } from '#base/money.ts';
import { BANK_USERNAMES, bankLifeOf } from '#connectors/sandbox/cast/bank-people.ts';
import { insuranceOn } from '#connectors/sandbox/cast/insurance.ts';
import { BankStatementAnswer, presentBankStatement } from '#domain/reports/bank-statements.ts';
import {
  AuthAnswer,
  BalancesAnswer,
  hasNumbers,
  OwnerAnswer,
  presentAccount,
  presentAuthAccount,
} from '#domain/reports/financial-accounts.ts';
import { InsuranceAnswer, onlyPolicies, presentInsurance } from '#domain/reports/insurance.ts';
import { InvestmentsAnswer, isInvestmentAccount, presentHolding } from '#domain/reports/investments.ts';
import { isLiabilityAccount, LiabilitiesAnswer, presentCredit, presentLoan } from '#domain/reports/liabilities.ts';
import { ProfileAnswer, presentProfile } from '#domain/reports/payroll.ts';
import { TransactionsAnswer } from '#domain/reports/transactions.ts';
import { bankOn } from './bank.ts';

const TODAY = '2026-03-04';
const TIMES = { created_at: '2026-03-04T09:30:00Z', updated_at: '2026-03-04T10:00:00Z' };
const fileUrl = (name: string) => `https://vouch.example/files/1/${name}`;

/** Adds timestamps and converts amounts to decimals. The objects then look as if they were read from the database. */
const kept = <T extends object>(list: readonly T[]) => list.map((item) => ({ ...inDecimals(item), ...TIMES }));

/** Validates data against the published schemas. A missing or additional key at any depth is an error. */
const ajv = new Ajv({ validateFormats: false, strict: false });
const checks = new Map<AnySchema, ValidateFunction>();
const faultsOf = (schema: AnySchema, value: unknown): unknown => {
  const check = checks.get(schema) ?? ajv.compile(closed(schema));
  checks.set(schema, check);
  return check(value) ? [] : check.errors;
};

function closed(schema: AnySchema): AnySchema {
  return JSON.parse(JSON.stringify(schema), (_key, part) =>
    part?.properties === undefined ? part : { ...part, additionalProperties: false },
  );
}

describe('bank data in API responses', () => {
  test.each(BANK_USERNAMES)('bank data matches the published schemas for the sample login `%s`', (username) => {
    const bank = bankOn(bankLifeOf(username, TODAY), TODAY, 'link', 24);
    const accounts = kept(bank.accounts);
    const shown = accounts.map(presentAccount);
    const page = { count: 1, next: null, previous: null, accounts: shown, transactions: kept(bank.transactions) };
    expect(faultsOf(TransactionsAnswer, page)).toEqual([]);
    expect(faultsOf(BalancesAnswer, { accounts: shown, as_of: TIMES.created_at })).toEqual([]);
    expect(faultsOf(AuthAnswer, { accounts: accounts.filter(hasNumbers).map(presentAuthAccount) })).toEqual([]);
    const investments = {
      accounts: accounts.filter(isInvestmentAccount).map(presentAccount),
      holdings: kept(bank.holdings).map(presentHolding),
    };
    expect(faultsOf(InvestmentsAnswer, investments)).toEqual([]);
    const statements = kept(bank.bank_statements).map((statement) => presentBankStatement(statement, fileUrl));
    expect(statements.flatMap((statement) => faultsOf(BankStatementAnswer, statement))).toEqual([]);
    const owners = bank.accounts.flatMap((account) => account.owners);
    expect(owners.flatMap((owner) => faultsOf(OwnerAnswer, owner))).toEqual([]);
    expect(faultsOf(ProfileAnswer, presentProfile({ ...inDecimals(bank.profile), ...TIMES }))).toEqual([]);
    const liabilities = {
      accounts: accounts.filter(isLiabilityAccount).map(presentAccount),
      liabilities: {
        credit: kept(bank.liabilities?.credit ?? []).map(presentCredit),
        loans: kept(bank.liabilities?.loans ?? []).map(presentLoan),
      },
    };
    expect(faultsOf(LiabilitiesAnswer, liabilities)).toEqual([]);
  });

  test('the list `auth` contains only deposit accounts, with their account and routing numbers', () => {
    const accounts = kept(bankOn(bankLifeOf('goodlogin.all', TODAY), TODAY, 'link', 12).accounts);
    expect(accounts.filter(hasNumbers).map(presentAuthAccount)).toMatchObject([
      { type: 'CHECKING', account_number: '400100214721', routing_number: '991000012' },
      { type: 'SAVINGS', account_number: '400100218890', routing_number: '991000012' },
    ]);
  });
});

describe('insurance data in API responses', () => {
  const { insurance, identity } = insuranceOn('2024-01-15', TODAY, 'link');
  const stored = {
    policies: kept(insurance.policies),
    drivers: kept(insurance.drivers),
    addresses: kept(insurance.addresses),
    driving_records: kept(insurance.driving_records),
    agents: kept(insurance.agents),
  };

  test('insurance data matches the published schemas, both with all policies and with the policies of one type', () => {
    expect(stored.policies.length).toBeGreaterThan(2);
    for (const part of [stored, onlyPolicies(stored, 'home'), onlyPolicies(stored, 'auto')]) {
      expect(faultsOf(InsuranceAnswer, presentInsurance(part))).toEqual([]);
    }
    expect(faultsOf(ProfileAnswer, presentProfile({ ...inDecimals(identity), ...TIMES }))).toEqual([]);
  });

  test('insurance data has masked licence numbers', () => {
    expect(presentInsurance(stored).drivers.map(({ license_number }) => license_number)).toEqual([
      '*****7142',
      '*****3118',
    ]);
  });
});
