// Work on sandbox declarations. It may run in a worker thread, because a user may have fifty thousand declared
// transactions. Declarations are stored sealed. They are read as blocks of JSON, and the blocks can be parsed in small
// steps.
import { unwrapAmounts, type Wrapped, wrapAmounts } from '#base/amounts-json.ts';
import { type InjectedPayroll, type PayrollInjection, toInjectedPayroll } from '#domain/sandbox/sandbox-payroll.ts';
import { type InjectedBank, type TransactionsInjection, toInjectedBank } from '#domain/sandbox/sandbox-transactions.ts';
import { sealList, unsealList } from './sealed-json.ts';
import { asBuffer, type Sealed } from './sealed-sections.ts';

export type Declarations = { bank: InjectedBank; payroll: InjectedPayroll };

export type Declaring =
  | { kind: 'bank'; body: TransactionsInjection }
  | { kind: 'payroll'; body: PayrollInjection; today: string };

/**
 * Returns the sealed declaration that is to be stored. Returns `null` if nothing is declared any more, so that the
 * sample data applies again.
 */
export function declare(input: {
  declaring: Declaring;
  user_id: string;
  before: Sealed | undefined;
  goes: Omit<Sealed, 'sealed'>;
}): Uint8Array | null {
  const { goes } = input;
  const after = changed(input.declaring, input.before, input.user_id);
  return after === null ? null : sealList(goes.key, wrapAmounts(after), goes.where);
}

function changed(
  declaring: Declaring,
  before: Sealed | undefined,
  user_id: string,
): InjectedBank | InjectedPayroll | null {
  if (declaring.kind === 'bank') return toInjectedBank(declaring.body, opened<InjectedBank>(before), user_id);
  return toInjectedPayroll(declaring.body, opened<InjectedPayroll>(before), user_id, declaring.today);
}

const opened = <T>(kept: Sealed | undefined): T | null =>
  kept === undefined ? null : unwrapAmounts(unsealed<T>(kept));

const unsealed = <T>({ key, sealed, where }: Sealed): Wrapped<T> =>
  unsealList<Wrapped<T>>(key, asBuffer(sealed), where);

/**
 * The lists of a declaration, by name. Each list is split into blocks. A block is a JSON array with some of the list's
 * items; the amounts in it are wrapped by `wrapAmounts`.
 */
export type DeclaredLists = Readonly<Record<string, readonly string[]>>;

/** Unseals a declaration; the list named by `without` is left empty. */
export function openDeclaration({ kept, without }: { kept: Sealed; without?: string | undefined }): DeclaredLists {
  const lists = unsealList<Record<string, unknown[]>>(kept.key, asBuffer(kept.sealed), kept.where);
  return Object.fromEntries(
    Object.entries(lists).map(([name, items]) => [name, name === without ? [] : blocksOf(items)]),
  );
}

/** Parsing a block of this size takes less than a millisecond. */
const BLOCK_CHARACTERS = 64 * 1024;

function blocksOf(items: readonly unknown[]): string[] {
  const blocks: string[] = [];
  let block: string[] = [];
  let characters = 0;
  for (const item of items) {
    const text = JSON.stringify(item);
    block.push(text);
    characters += text.length;
    if (characters < BLOCK_CHARACTERS) continue;
    blocks.push(`[${block.join(',')}]`);
    block = [];
    characters = 0;
  }
  return block.length === 0 ? blocks : [...blocks, `[${block.join(',')}]`];
}
