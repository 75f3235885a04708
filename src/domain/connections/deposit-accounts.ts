// The bank account into which a deposit switch or a paycheck-linked loan directs pay.
import { type Static, Type } from 'typebox';
import type { InvalidParam } from '#base/errors.ts';
import { parseMoney } from '#base/money.ts';
import { choice, optionalChoice, optionalDecimalWith, optionalText, shape } from '#base/schema.ts';

export const ACCOUNT_TYPES = ['checking', 'savings'] as const;
export const DEPOSIT_TYPES = ['entire', 'amount', 'percent'] as const;

const digits = (minLength: number, maxLength: number) =>
  Type.String({ minLength, maxLength, pattern: '^\\d*$', format: 'text', examples: ['400100214721'] });

export const NewDepositAccount = shape('NewDepositAccount', 'The account that pay is directed to.', {
  account_number: digits(4, 20),
  routing_number: digits(4, 17),
  account_type: choice(ACCOUNT_TYPES),
  bank_name: optionalText(128),
  bank_address: optionalText(256),
  deposit_type: optionalChoice(DEPOSIT_TYPES),
  deposit_value: optionalDecimalWith('deposit_type', ['amount', 'percent']),
  action: optionalChoice(['create']),
});
export type NewDepositAccount = Static<typeof NewDepositAccount>;

export type DepositAccount = {
  account_number: string;
  routing_number: string;
  account_type: (typeof ACCOUNT_TYPES)[number];
  bank_name: string | null;
  bank_address: string | null;
  deposit_type: (typeof DEPOSIT_TYPES)[number];
  /**
   * The value is in cents for an amount, and in hundredths of a percent for a percentage. It is `null` if the entire
   * pay is deposited.
   */
  deposit_value: bigint | null;
};

const PERCENT_MAX = 100_00n;

/**
 * Checks `deposit_value` against `deposit_type`. The schema cannot do this check. The request body contains the account
 * in the field named `field`.
 */
export function depositFaults(account: NewDepositAccount, field = 'account'): InvalidParam[] {
  const type = account.deposit_type || 'entire';
  if (type === 'entire') return [];
  const name = `${field}.deposit_value`;
  const value = parseMoney(account.deposit_value ?? undefined);
  if (value === undefined) return [{ field: name, message: 'This field is required.' }];
  if (value <= 0n) return [{ field: name, message: 'Ensure this value is greater than or equal to 0.01.' }];
  if (type === 'percent' && value > PERCENT_MAX)
    return [{ field: name, message: 'Ensure this value is less than or equal to 100.' }];
  return [];
}

export function toDepositAccount(account: NewDepositAccount): DepositAccount {
  const deposit_type = account.deposit_type || 'entire';
  return {
    account_number: account.account_number,
    routing_number: account.routing_number,
    account_type: account.account_type,
    bank_name: account.bank_name || null,
    bank_address: account.bank_address || null,
    deposit_type,
    deposit_value: deposit_type === 'entire' ? null : (parseMoney(account.deposit_value ?? undefined) ?? null),
  };
}
