// A link's data: lists of objects with ids, as connectors return them. Each list is stored, compared and reported in
// events separately.
import type { InDecimals } from '#base/money.ts';
import type { Timed } from '#domain/platform/list-changes.ts';
import type { BankStatement } from './bank-statements.ts';
import type { Account } from './financial-accounts.ts';
import type { Insurance } from './insurance.ts';
import type { Holding } from './investments.ts';
import type { Liabilities } from './liabilities.ts';
import type { LinkDocument } from './link-documents.ts';
import type { Employment, Profile, Shift } from './payroll.ts';
import type { Employee } from './payroll-administration.ts';
import type { ListProvenance } from './provenance.ts';
import type { Statement, W2 } from './statements.ts';
import type { TaxDocument } from './tax-documents.ts';
import type { Transaction } from './transactions.ts';

/** Statements and W-2s are separate lists, because they arrive later and there are many of them. */
export type EmploymentCore = Omit<Employment, 'statements' | 'w2s'>;
type OfEmployment = { employment_id: string };

type PayrollData = {
  employments: EmploymentCore[];
  statements: (Statement & OfEmployment)[];
  w2s: (W2 & OfEmployment)[];
  shifts: Shift[];
};

/** `credit` and `loans` exist only if the person owes something. */
type BankData = Liabilities & {
  accounts: Account[];
  transactions: Transaction[];
  holdings: Holding[];
  bank_statements: BankStatement[];
};

export type LinkData = PayrollData &
  BankData &
  Insurance & {
    /** The person who is named in the data of a bank or an insurer. The list has at most one entry. */
    identity: Profile[];
    tax_documents: TaxDocument[];
    /** The uploaded files from which the data was read, if the data comes from documents. */
    documents: LinkDocument[];
    /** The employees whose data a payroll administrator can see. */
    directory: Employee[];
    /**
     * The sources of the fields in the other lists. Only data of live providers and of imported files has this list.
     */
    provenance: ListProvenance[];
  };

export type Section = keyof LinkData;

/**
 * The form in which data is stored. Amounts are decimal strings in this form, so they need no conversion when the data
 * is read.
 */
export type Kept<T> = InDecimals<T>;
export type KeptItem<S extends Section> = Kept<LinkData[S][number]>;

/**
 * `FreshSections` are lists that were just retrieved from a provider. `KeptSections` are lists that were stored
 * earlier.
 */
export type FreshSections = { [S in Section]?: KeptItem<S>[] };
export type KeptSections = { [S in Section]?: Timed<KeptItem<S>>[] };
