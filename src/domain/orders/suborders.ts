// Suborders: the parts of an order, each for one employer, bank or insurer. This file defines how a client requests
// suborders and which suborders an order gets.
import { type Static, Type } from 'typebox';
import { CalendarDate } from '#base/calendar.ts';
import type { InvalidParam } from '#base/errors.ts';
import { type InDecimals, inDecimals } from '#base/money.ts';
import { nullable, optionalText, shape } from '#base/schema.ts';
import {
  DATA_SOURCES,
  type DataSource,
  isDepositProduct,
  type ProductType,
  SOURCES_OF,
} from '#domain/access/products.ts';
import {
  type DepositAccount,
  depositFaults,
  NewDepositAccount,
  toDepositAccount,
} from '#domain/connections/deposit-accounts.ts';
import { isOpen, type SuborderStatus } from './order-status.ts';

/** The `company_mapping_id` of a self-employed person, who has no payroll system. */
export const SELF_EMPLOYED = 'self_employed';

const sources = Type.Optional(
  Type.Unsafe<DataSource[] | null>({ type: ['array', 'null'], items: { type: 'string', enum: [...DATA_SOURCES] } }),
);
const suborder_number = optionalText(128);

export const NewEmployer = shape('NewOrderEmployer', 'An employer to verify.', {
  company_mapping_id: optionalText(64, {
    description: `Preselects the employer; \`${SELF_EMPLOYED}\` means no payroll.`,
  }),
  company_name: optionalText(256, {
    description: 'If no mapping is given, the best match for this name preselects the employer.',
  }),
  company_domain: optionalText(253),
  company_logo: optionalText(2048, { format: 'url' }),
  company_address: Type.Optional(
    Type.Unsafe<Partial<CompanyAddress> | null>({
      ...shape('NewCompanyAddress', 'The address of an employer.', {
        street: optionalText(256),
        city: optionalText(128),
        state: optionalText(64),
        zip: optionalText(16),
        country: optionalText(2),
      }),
      type: ['object', 'null'],
    }),
  ),
  start_date: Type.Optional(nullable(CalendarDate)),
  end_date: Type.Optional(nullable(CalendarDate)),
  suborder_number,
  data_sources: sources,
  account: Type.Optional(Type.Unsafe<NewDepositAccount | null>({ ...NewDepositAccount, type: ['object', 'null'] })),
});
export type NewEmployer = Static<typeof NewEmployer>;

export const NewInstitution = shape('NewOrderInstitution', 'A bank to connect.', {
  id: optionalText(64, { description: 'The id of a provider.' }),
  name: optionalText(256),
  suborder_number,
  data_sources: sources,
});
export type NewInstitution = Static<typeof NewInstitution>;

export const NewInsurance = shape('NewOrderInsurance', 'An insurer to connect.', { provider_id: optionalText(64) });
export type NewInsurance = Static<typeof NewInsurance>;

type CompanyAddress = {
  street: string | null;
  city: string | null;
  state: string | null;
  zip: string | null;
  country: string | null;
};

export const SUBORDER_KINDS = ['employer', 'financial_account', 'insurance'] as const;
export type SuborderKind = (typeof SUBORDER_KINDS)[number];

/** The part of a suborder that is stored encrypted with the user's data key. */
export type SuborderRecord = {
  company_name: string | null;
  company_domain: string | null;
  company_logo: string | null;
  company_address: CompanyAddress | null;
  start_date: string | null;
  end_date: string | null;
  account: InDecimals<DepositAccount> | null;
  /** The name of the bank, if the suborder is for a bank. */
  name: string | null;
  /** The applicant's own words on why they skipped the suborder. */
  skip_reason?: string;
};

/** A suborder to be created. */
export type SuborderPlan = {
  kind: SuborderKind;
  product_type: ProductType;
  suborder_number: string | null;
  company_mapping_id: string | null;
  provider_id: string | null;
  data_sources: DataSource[];
  record: SuborderRecord;
};

export type Suborder = Omit<SuborderPlan, 'record'> & {
  id: string;
  order_id: string;
  user_id: string;
  position: number;
  status: SuborderStatus;
  link_id: string | null;
  data_source: DataSource | null;
  created_at: Date;
  updated_at: Date;
};

/**
 * An order can be edited while the suborders of all its employers are open. An order without employers can be edited
 * while all its suborders are open.
 */
export function canEdit(suborders: readonly Pick<Suborder, 'kind' | 'status'>[]): boolean {
  const employers = suborders.filter(({ kind }) => kind === 'employer');
  return (employers.length > 0 ? employers : suborders).every(({ status }) => isOpen(status));
}

const PAYROLL_PRODUCTS: readonly ProductType[] = ['income', 'employment', 'deposit_switch', 'pll', 'admin'];
const BANK_PRODUCTS: readonly ProductType[] = ['assets', 'transactions'];
/**
 * Maps a product to a larger product whose data includes the data of the first product. If an order contains both
 * products, the smaller product is not requested separately.
 */
const INCLUDED_IN: Partial<Record<ProductType, ProductType>> = { employment: 'income', transactions: 'assets' };

const askedOf = (products: readonly ProductType[], group: readonly ProductType[]): ProductType[] =>
  products.filter((product) => {
    const bearer = INCLUDED_IN[product];
    return group.includes(product) && !(bearer !== undefined && products.includes(bearer));
  });

export const payrollProducts = (products: readonly ProductType[]): ProductType[] => askedOf(products, PAYROLL_PRODUCTS);

/** An employer that the order does not name. The employer becomes known when the applicant connects. */
const OPEN_EMPLOYER: NewEmployer = {};
const OPEN_INSTITUTION: NewInstitution = {};

export function planSuborders(
  products: readonly ProductType[],
  asked: {
    employers?: readonly NewEmployer[] | null;
    financial_institutions?: readonly NewInstitution[] | null;
    insurance?: NewInsurance | null;
  },
): SuborderPlan[] {
  const institutions = asked.financial_institutions?.length ? asked.financial_institutions : [OPEN_INSTITUTION];
  return [
    ...planEmployers(products, asked.employers?.length ? asked.employers : [OPEN_EMPLOYER]),
    ...askedOf(products, BANK_PRODUCTS).flatMap((product) => institutions.map((asked) => planBank(product, asked))),
    ...(products.includes('insurance') ? [planInsurance(asked.insurance ?? {})] : []),
  ];
}

/**
 * Plans one suborder per payroll product and employer. A product that is included in another ordered product gets no
 * suborder.
 */
export const planEmployers = (products: readonly ProductType[], employers: readonly NewEmployer[]): SuborderPlan[] =>
  payrollProducts(products).flatMap((product) => employers.map((employer) => planEmployer(product, employer)));

const NOTHING_KNOWN: SuborderRecord = {
  company_name: null,
  company_domain: null,
  company_logo: null,
  company_address: null,
  start_date: null,
  end_date: null,
  account: null,
  name: null,
};

const planEmployer = (product_type: ProductType, employer: NewEmployer): SuborderPlan => ({
  kind: 'employer',
  product_type,
  suborder_number: employer.suborder_number || null,
  company_mapping_id: employer.company_mapping_id || null,
  provider_id: null,
  data_sources: sourcesFor(product_type, employer),
  record: {
    ...NOTHING_KNOWN,
    company_name: employer.company_name || null,
    company_domain: employer.company_domain || null,
    company_logo: employer.company_logo || null,
    company_address: employer.company_address ? toAddress(employer.company_address) : null,
    start_date: employer.start_date ?? null,
    end_date: employer.end_date ?? null,
    account: employer.account ? inDecimals(toDepositAccount(employer.account)) : null,
  },
});

const planBank = (product_type: ProductType, asked: NewInstitution): SuborderPlan => ({
  kind: 'financial_account',
  product_type,
  suborder_number: asked.suborder_number || null,
  company_mapping_id: null,
  provider_id: asked.id || null,
  data_sources: sourcesFor(product_type, asked),
  record: { ...NOTHING_KNOWN, name: asked.name || null },
});

const planInsurance = ({ provider_id }: NewInsurance): SuborderPlan => ({
  kind: 'insurance',
  product_type: 'insurance',
  suborder_number: null,
  company_mapping_id: null,
  provider_id: provider_id || null,
  data_sources: [...SOURCES_OF.insurance],
  record: NOTHING_KNOWN,
});

const toAddress = (address: Partial<CompanyAddress>): CompanyAddress => ({
  street: address.street || null,
  city: address.city || null,
  state: address.state || null,
  zip: address.zip || null,
  country: address.country || null,
});

/**
 * Returns the requested sources that the product can use, without duplicates. If `data_sources` is absent, returns all
 * sources of the product. For a self-employed person, payroll is left out.
 */
function sourcesFor(
  product_type: ProductType,
  asked: { data_sources?: DataSource[] | null; company_mapping_id?: string | null },
): DataSource[] {
  const usable = SOURCES_OF[product_type].filter(
    (source) => source !== 'payroll' || asked.company_mapping_id !== SELF_EMPLOYED,
  );
  return asked.data_sources ? [...new Set(asked.data_sources)].filter((source) => usable.includes(source)) : usable;
}

/** Performs the checks on an order's employers that the schema cannot express. */
export function employerFaults(products: readonly ProductType[], employers: readonly NewEmployer[]): InvalidParam[] {
  const wanted = payrollProducts(products);
  const writes = wanted.some(isDepositProduct);
  if (writes && employers.length === 0) return [{ field: 'employers', message: 'This field is required.' }];
  return employers.flatMap((employer, at) => [
    ...sourceFaults(wanted, employer, `employers.${at}`),
    ...(employer.account
      ? depositFaults(employer.account, `employers.${at}.account`)
      : writes
        ? [{ field: `employers.${at}.account`, message: 'This field is required.' }]
        : []),
  ]);
}

export const institutionFaults = (
  products: readonly ProductType[],
  institutions: readonly NewInstitution[],
): InvalidParam[] =>
  institutions.flatMap((asked, at) =>
    sourceFaults(askedOf(products, BANK_PRODUCTS), asked, `financial_institutions.${at}`),
  );

/** Returns a validation error if one of the products can use none of the requested data sources. */
const sourceFaults = (
  products: readonly ProductType[],
  asked: { data_sources?: DataSource[] | null; company_mapping_id?: string | null },
  field: string,
): InvalidParam[] =>
  products.some((product) => sourcesFor(product, asked).length === 0)
    ? [{ field: `${field}.data_sources`, message: 'None of these sources can serve the product.' }]
    : [];
