// Finds accounts that a person has connected more than once, for example in two connections at one provider, or at a
// bank and at an aggregator. A report shows and counts such an account only once.
import type { KeptAccount, RepeatedAccount } from '#domain/reports/financial-accounts.ts';

type Identity = Pick<
  KeptAccount,
  'id' | 'type' | 'subtype' | 'mask' | 'nickname' | 'account_number' | 'routing_number' | 'balances' | 'owners'
>;
type LinkOfAccounts = {
  link_id: string;
  provider: string;
  updated_at: string;
  accounts: readonly Identity[];
};
type Found = { account: Identity; link: LinkOfAccounts };

/**
 * Returns the accounts that repeat another account of the person. Of several equal accounts, one is kept and not
 * returned: an account in `wanted` if there is one; otherwise, the account that was read last.
 */
export function repeatedAccounts(
  links: readonly LinkOfAccounts[],
  wanted: ReadonlySet<string> = new Set(),
): RepeatedAccount[] {
  const kept = new Map<string, Found[]>();
  const repeated: RepeatedAccount[] = [];
  const rank = ({ account }: Found) => (wanted.has(account.id) ? 0 : 1);
  const all = links
    .flatMap((link) => link.accounts.map((account): Found => ({ account, link })))
    .toSorted((a, b) => rank(a) - rank(b) || b.link.updated_at.localeCompare(a.link.updated_at));
  for (const found of all) {
    const { account, link } = found;
    const { matching, own } = keysOf(found);
    // It is assumed that one link never contains the same account twice.
    const same = matching.flatMap((key) => kept.get(key) ?? []).find((one) => one.link !== link);
    if (same !== undefined) repeated.push({ account_id: account.id, link_id: link.link_id, same_as: same.account.id });
    else for (const key of own) keep(kept, key, found);
  }
  return repeated;
}

/**
 * Adds an account to the accounts that are kept under a key. A key has at most two accounts, and they belong to
 * different links. Two are enough, because an account is compared only with accounts of other links.
 */
function keep(kept: Map<string, Found[]>, key: string, found: Found): void {
  const before = kept.get(key) ?? [];
  if (before.length < 2 && before.every(({ link }) => link !== found.link)) kept.set(key, [...before, found]);
}

/** Removes accounts, and the items that belong to them, from the lists of a link. */
export function withoutAccounts<
  Link extends { accounts: readonly { id: string }[]; transactions: readonly { account_id: string }[] },
>(links: readonly Link[], repeated: readonly RepeatedAccount[]): readonly Link[] {
  if (repeated.length === 0) return links;
  const ids = new Set(repeated.map(({ account_id }) => account_id));
  return links.map((link) => ({
    ...link,
    accounts: link.accounts.filter(({ id }) => !ids.has(id)),
    transactions: link.transactions.filter(({ account_id }) => !ids.has(account_id)),
  }));
}

type Keys = { own: string[]; matching: string[] };

/**
 * Returns two lists of keys: `own` are the keys under which this account is kept, and `matching` are the keys under
 * which an equal account may already be kept. Two accounts with full numbers are equal if the numbers are equal, even
 * at different providers. Other accounts are equal if they are at the same provider and agree in everything that does
 * not change over time. In both cases, if the owners of both accounts are known, their names must have a word in
 * common.
 */
function keysOf({ account, link }: Found): Keys {
  const { type, subtype, nickname, account_number, routing_number, balances, owners } = account;
  const ending = endingOf(account);
  const looks = ending && JSON.stringify([link.provider, ending, type, subtype, nickname, balances.currency_code]);
  const [numbered, unnumbered] = looks === undefined ? [[], []] : [[`numbered ${looks}`], [`unnumbered ${looks}`]];
  if (account_number === null || routing_number === null) {
    return withOwners({ own: unnumbered, matching: [...numbered, ...unnumbered] }, owners);
  }
  const number = `number ${routing_number} ${account_number}`;
  return withOwners({ own: [number, ...numbered], matching: [number, ...unnumbered] }, owners);
}

/**
 * Adds endings to each key. An account with known owners is kept under `*` and the words of their names, and is
 * compared with accounts under the same words and under `?`. An account with unknown owners is kept under `*` and `?`,
 * and is compared with accounts under `*`.
 */
function withOwners({ own, matching }: Keys, owners: Identity['owners']): Keys {
  const words = owners.flatMap(({ full_name }) => full_name?.toLowerCase().match(/\p{L}{2,}/gu) ?? []);
  const is_known = words.length > 0;
  const add = (keys: readonly string[], endings: readonly string[]) =>
    keys.flatMap((key) => endings.map((ending) => `${key} ${ending}`));
  return {
    own: add(own, is_known ? ['*', ...words] : ['*', '?']),
    matching: add(matching, is_known ? ['?', ...words] : ['*']),
  };
}

/** Returns the last digits of the account number. Some providers state these digits only in the name of the account. */
const endingOf = ({ mask, nickname }: Identity): string | undefined =>
  mask ?? /\d{4}(?!.*\d{4})/.exec(nickname ?? '')?.[0];
