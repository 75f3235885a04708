// Declarations of a sandbox as work that may run on another thread: a person may have fifty thousand declared
// transactions. They come and go sealed; what is shown comes back as JSON in blocks, so that it is read in turns.
import { unwrapAmounts, type Wrapped, wrapAmounts } from '#base/amounts-json.ts';
import { type InjectedPayroll, type PayrollInjection, toInjectedPayroll } from '#domain/sandbox/sandbox-payroll.ts';
import { type InjectedBank, type TransactionsInjection, toInjectedBank } from '#domain/sandbox/sandbox-transactions.ts';
import { sealList, unsealList } from './sealed-json.ts';
import { asBuffer, type Sealed } from './sealed-sections.ts';

export type Declarations = { bank: InjectedBank; payroll: InjectedPayroll };

export type Declaring =
  | { kind: 'bank'; body: TransactionsInjection }
  | { kind: 'payroll'; body: PayrollInjection; today: string };

/** The declaration as it is kept from now on; null where the sample data stands again. */
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

/** A declaration is a few lists, by their names: each as JSON lists of some of its items, amounts wrapped. */
export type DeclaredLists = Readonly<Record<string, readonly string[]>>;

/** Without the list that is named. */
export function openDeclaration({ kept, without }: { kept: Sealed; without?: string | undefined }): DeclaredLists {
  const lists = unsealList<Record<string, unknown[]>>(kept.key, asBuffer(kept.sealed), kept.where);
  return Object.fromEntries(
    Object.entries(lists).map(([name, items]) => [name, name === without ? [] : blocksOf(items)]),
  );
}

/** Reading so much takes less than a millisecond. */
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
