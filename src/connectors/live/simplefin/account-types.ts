// Finds the type of an account. The protocol has no field for the type. So the type is derived only from holdings, or
// from an account name in which the bank states exactly one kind of account. All other accounts have the type `OTHER`.
// Nothing is guessed from balances or payments.
import type { Account } from '#domain/reports/financial-accounts.ts';

type Kind = Pick<Account, 'type' | 'subtype'>;

/**
 * The phrases to search for, in this order. A matched phrase is removed from the name, so that a shorter phrase does
 * not match the same words.
 */
const PHRASES: readonly [RegExp, Kind][] = [
  [/\bmoney market(?: savings| account)?\b/i, { type: 'SAVINGS', subtype: 'MONEY_MARKET' }],
  [/\bhealth savings\b|\bHSA\b/i, { type: 'SAVINGS', subtype: 'HEALTH' }],
  [/\bcertificate(?: of deposit)?\b/i, { type: 'CD', subtype: null }],
  [/\bchecking\b/i, { type: 'CHECKING', subtype: null }],
  [/\bsavings?\b/i, { type: 'SAVINGS', subtype: null }],
  [/\b(?:credit|charge) card\b|(?<!\b(?:debit|prepaid|gift|cash) )\bcard\b/i, { type: 'CREDIT_CARD', subtype: null }],
  [/\bmortgage(?: loan)?\b/i, { type: 'MORTGAGE', subtype: null }],
  [/\bhome equity line(?: of credit)?\b|\bHELOC\b/i, { type: 'LINE_OF_CREDIT', subtype: 'HELOC' }],
  [/\bline of credit\b/i, { type: 'LINE_OF_CREDIT', subtype: null }],
  [/\bloan\b/i, { type: 'LOAN', subtype: null }],
];

const DEBTS: ReadonlySet<Kind['type']> = new Set(['CREDIT_CARD', 'MORTGAGE', 'LINE_OF_CREDIT', 'LOAN'] as const);
const UNKNOWN: Kind = { type: 'OTHER', subtype: null };

/**
 * Returns the type. If a name contains two kinds ("Savings secured loan"), the kind is unknown. A name that states a
 * debt is ignored if the balance is positive, because in the protocol a debt has a balance of zero or less.
 */
export function typeOf(name: string, balance: bigint, has_holdings: boolean): Kind {
  if (has_holdings) return { type: 'INVESTMENT', subtype: null };
  const found: Kind[] = [];
  let rest = name;
  for (const [phrase, kind] of PHRASES) {
    if (!phrase.test(rest)) continue;
    found.push(kind);
    rest = rest.replace(phrase, ' ');
  }
  const [kind] = found;
  if (kind === undefined || found.length > 1) return UNKNOWN;
  return DEBTS.has(kind.type) && balance > 0n ? UNKNOWN : kind;
}

export const isDebt = ({ type }: Kind): boolean => DEBTS.has(type);
