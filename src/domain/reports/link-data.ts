// What a link can hold: lists of objects, each with an id, as connectors deliver them. Every list is kept, compared
// and announced by itself.
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
import type { Statement, W2 } from './statements.ts';
import type { TaxDocument } from './tax-documents.ts';
import type { Transaction } from './transactions.ts';

/** Statements and W-2s stand in lists of their own: they arrive later, and there are many. */
export type EmploymentCore = Omit<Employment, 'statements' | 'w2s'>;
type OfEmployment = { employment_id: string };

type PayrollData = {
  employments: EmploymentCore[];
  statements: (Statement & OfEmployment)[];
  w2s: (W2 & OfEmployment)[];
  shifts: Shift[];
};

/** `credit` and `loans` are there only where something is owed. */
type BankData = Liabilities & {
  accounts: Account[];
  transactions: Transaction[];
  holdings: Holding[];
  bank_statements: BankStatement[];
};

export type LinkData = PayrollData &
  BankData &
  Insurance & {
    /** The person as a bank or an insurer knows them; one, or none. */
    identity: Profile[];
    tax_documents: TaxDocument[];
    /** The files the data was read from, where somebody sent files. */
    documents: LinkDocument[];
    /** The people on the payroll an administrator sees. */
    directory: Employee[];
  };

export type Section = keyof LinkData;

/** As it is kept: amounts as decimal strings, so that reading needs no conversion. */
export type Kept<T> = InDecimals<T>;
export type KeptItem<S extends Section> = Kept<LinkData[S][number]>;

/** Lists fresh from a provider, and as they were kept before. */
export type FreshSections = { [S in Section]?: KeptItem<S>[] };
export type KeptSections = { [S in Section]?: Timed<KeptItem<S>>[] };
