// Maps each field of our data to the places in imported files from which it comes: the element, the field, the record
// with its positions, or the column. A column of a CSV file is named as in `columns` of the import request, for example
// `columns.amount`.
import { type ImportHead } from '#analysis/imports/merging/import-content.ts';
import type { SourcesOf } from '#connectors/field-sources.ts';
import type { ImportFormat } from '#domain/connections/import-formats.ts';
import type { Account } from '#domain/reports/financial-accounts.ts';
import type { EmploymentCore, LinkData } from '#domain/reports/link-data.ts';
import type { Profile } from '#domain/reports/payroll.ts';
import type { Provenance } from '#domain/reports/provenance.ts';
import type { TaxDocument } from '#domain/reports/tax-documents.ts';
import type { Transaction } from '#domain/reports/transactions.ts';

/**
 * The sources of one field. If the sources differ between formats, there is one text for each format. A single text is
 * the source in all formats whose files have the list.
 */
type Sources = Partial<Record<ImportFormat, string>> | string | null;

/** The formats whose files have the items of each list. */
const FORMATS_OF = {
  accounts: ['ofx', 'qfx', 'camt053', 'mt940', 'bai2', 'csv'],
  transactions: ['ofx', 'qfx', 'camt053', 'mt940', 'bai2', 'csv'],
  identity: ['camt053', 'csv', 'fire'],
  employments: ['efw2', 'nacha'],
  statements: ['nacha'],
  w2s: ['efw2'],
  tax_documents: ['efw2', 'fire'],
} as const satisfies Record<string, readonly ImportFormat[]>;

const NAMES: Record<ImportFormat, string> = {
  ofx: 'OFX',
  qfx: 'QFX',
  camt053: 'camt.053',
  mt940: 'MT940',
  bai2: 'BAI2',
  csv: 'CSV',
  efw2: 'EFW2',
  nacha: 'NACHA',
  fire: 'FIRE',
};

/** OFX and QFX have the same elements. */
const inOfx = (source: string) => ({ ofx: source, qfx: source });
/** BAI2, camt.053 and MT940 are written for checking accounts. */
const NO_TYPE = '(given with the import, otherwise CHECKING)';
const USD = 'USD if it is not stated';
const OWNER = { camt053: 'Acct/Ownr/Nm', csv: 'the rows above the header (account holder)' };
const PERSON = { ...OWNER, fire: 'B record, payee name lines' };
const EMPLOYEE = 'RW record';
const ADDRESS_OF_EMPLOYER = { efw2: 'RE record, positions 97 to 173' };
const ADDRESS_OF_EMPLOYEE = { efw2: `${EMPLOYEE}, positions 66 to 142` };
const ADDRESS_OF_PAYEE = { fire: 'B record, payee address' };
const W2_BOXES = {
  wages: `${EMPLOYEE}, box 1`,
  gross_pay: `(the largest of the boxes 1, 3 and 5 of the ${EMPLOYEE})`,
  federal_tax: `${EMPLOYEE}, box 2`,
  social_security_wages: `${EMPLOYEE}, box 3`,
  social_security_tax: `${EMPLOYEE}, box 4`,
  medicare_wages: `${EMPLOYEE}, box 5`,
  medicare_tax: `${EMPLOYEE}, box 6`,
};

const SOURCES = {
  accounts: {
    id: '(ours, from the number, the bank, the type and the currency; without a number from the given mask or name)',
    type: {
      ...inOfx('ACCTTYPE, or the kind of the statement (STMTRS, CCSTMTRS, INVSTMTRS)'),
      camt053: `Acct/Tp/Cd, Acct/Tp/Prtry ${NO_TYPE}`,
      mt940: NO_TYPE,
      bai2: NO_TYPE,
      csv: '(given with the import)',
    },
    subtype: inOfx('ACCTTYPE'),
    mask: {
      ...inOfx('ACCTID'),
      camt053: 'Acct/Id/IBAN, Acct/Id/Othr/Id',
      mt940: ':25:',
      bai2: '03 account number',
      csv: 'the rows above the header (account number), or given with the import',
    },
    nickname: {
      ...inOfx('(given with the import), FI/ORG, FI/FID, BANKID, BROKERID'),
      camt053: 'Acct/Nm, (given with the import), Acct/Svcr/FinInstnId: Nm, BICFI, BIC',
      mt940: '(given with the import), :25: (bank)',
      bai2: '(given with the import), 02 originator',
      csv: '(given with the import)',
    },
    'balances.currency_code': {
      ...inOfx('CURDEF'),
      camt053: 'Acct/Ccy, Amt/@Ccy',
      mt940: ':60F:, :60M: (currency)',
      bai2: `03 currency, 02 currency (${USD})`,
      csv: `columns.currency, or given with the import (${USD})`,
    },
    'balances.balance': {
      ...inOfx('LEDGERBAL/BALAMT'),
      camt053: 'Bal/Amt of the types CLBD, ITBD',
      mt940: ':62F:, :62M:',
      bai2: '03 type 015',
      csv: 'columns.balance',
    },
    'balances.available_balance': {
      ...inOfx('AVAILBAL/BALAMT, INVBAL/AVAILCASH'),
      camt053: 'Bal/Amt of the types CLAV, ITAV',
      mt940: ':64:',
      bai2: '03 types 045, 060',
    },
    'balances.credit_limit': null,
    account_number: {
      ...inOfx('ACCTID'),
      camt053: 'Acct/Id/IBAN, Acct/Id/Othr/Id',
      mt940: ':25:',
      bai2: '03 account number',
      csv: 'the rows above the header (account number)',
    },
    routing_number: {
      ...inOfx('BANKID (of nine digits)'),
      camt053: 'Acct/Svcr/FinInstnId/ClrSysMmbId/MmbId (of nine digits)',
      bai2: '02 originator (of nine digits)',
    },
    wire_routing_number: null,
    'owners.id': '(ours, from the owner’s name)',
    'owners.full_name': OWNER,
    'owners.email': null,
    'owners.phone': null,
    'owners.address.street': null,
    'owners.address.city': null,
    'owners.address.state': null,
    'owners.address.zip': null,
    'owners.address.country': null,
    'owners.relation_type': '(always PRIMARY)',
  },
  transactions: {
    id: '(ours, from the account and the bank’s id; without an id from date, amount and description)',
    account_id: '(ours, of the account)',
    external_id: {
      ...inOfx('FITID'),
      camt053: 'Ntry/AcctSvcrRef, TxDtls/Refs/AcctSvcrRef',
      mt940: ':61: (reference after //)',
      bai2: '16 bank reference',
      csv: 'the column of ids',
    },
    amount: {
      ...inOfx('TRNAMT, TOTAL'),
      camt053: 'Ntry/Amt, TxDtls/Amt, TxDtls/AmtDtls/TxAmt/Amt',
      mt940: ':61: (amount)',
      bai2: '16 amount',
      csv: 'columns.amount, or columns.debit and columns.credit',
    },
    type: {
      ...inOfx('TRNAMT, TOTAL (the sign)'),
      camt053: 'CdtDbtInd',
      mt940: ':61: (credit or debit mark)',
      bai2: '16 type code',
      csv: 'the sign or the column of the amount, columns.sign',
    },
    status: {
      ...inOfx('(STMTTRN is posted, STMTTRNP is pending)'),
      camt053: 'Ntry/Sts, Ntry/Sts/Cd',
      mt940: '(always POSTED)',
      bai2: '(always POSTED)',
      csv: 'the column of the status, or the word for pending in columns.date',
    },
    currency_code: {
      ...inOfx('CURRENCY/CURSYM, CURDEF'),
      camt053: 'Ntry/Amt/@Ccy',
      mt940: ':60F:, :60M: (currency)',
      bai2: `03 currency, 02 currency (${USD})`,
      csv: `columns.currency, or given with the import (${USD})`,
    },
    description: {
      ...inOfx('NAME, EXTDNAME, PAYEE/NAME, MEMO, TRNTYPE, INCOMETYPE'),
      camt053: 'RltdPties (name of the other party), RmtInf, AddtlTxInf, AddtlNtryInf',
      mt940: ':86:, :61: (type and second line)',
      bai2: '16 text, otherwise the name of the type code',
      csv: 'columns.description',
    },
    memo: {
      ...inOfx('MEMO'),
      camt053: 'RmtInf, AddtlTxInf, AddtlNtryInf',
      mt940: ':86:',
      bai2: '16 text',
      csv: 'the column of memos',
    },
    check_number: {
      ...inOfx('CHECKNUM'),
      camt053: 'TxDtls/Refs/ChqNb',
      mt940: ':61: (reference of the type CHK)',
      bai2: '16 customer reference of the type 475',
      csv: 'the column of check numbers',
    },
    categories: null,
    merchant_category_code: null,
    posted_at: {
      ...inOfx('DTPOSTED, DTSETTLE, DTTRADE'),
      camt053: 'Ntry/BookgDt, Ntry/ValDt',
      mt940: ':61: (entry date, value date)',
      bai2: '02 date',
      csv: 'columns.date',
    },
    transacted_at: {
      ...inOfx('DTUSER, DTTRADE, DTTRAN, DTPOSTED'),
      camt053: 'TxDtls/RltdDts: TxDtTm, AccptncDtTm; as posted_at; otherwise the last day of the file',
      mt940: 'as posted_at',
      bai2: 'as posted_at',
      csv: 'the column of transaction dates; as posted_at; otherwise the last day of the file',
    },
    'location.latitude': null,
    'location.longitude': null,
  },
  identity: {
    id: '(ours, of the link)',
    first_name: PERSON,
    last_name: PERSON,
    full_name: PERSON,
    middle_initials: PERSON,
    email: null,
    phone: null,
    ssn: { fire: 'B record, TIN of the payee' },
    date_of_birth: null,
    'home_address.street': ADDRESS_OF_PAYEE,
    'home_address.city': ADDRESS_OF_PAYEE,
    'home_address.state': ADDRESS_OF_PAYEE,
    'home_address.zip': ADDRESS_OF_PAYEE,
    'home_address.country': ADDRESS_OF_PAYEE,
  },
  employments: {
    id: '(ours, from the employer’s EIN or name)',
    start_date: null,
    'company.name': { efw2: 'RE record, employer name', nacha: 'batch header, company name' },
    'company.address.street': ADDRESS_OF_EMPLOYER,
    'company.address.city': ADDRESS_OF_EMPLOYER,
    'company.address.state': ADDRESS_OF_EMPLOYER,
    'company.address.zip': ADDRESS_OF_EMPLOYER,
    'company.address.country': ADDRESS_OF_EMPLOYER,
    'company.phone': null,
    'company.ein': { efw2: 'RE record, EIN', nacha: 'batch header, company id (1 and the EIN)' },
    income: null,
    income_unit: null,
    pay_rate: null,
    pay_frequency: null,
    is_active: { nacha: '(from the last effective date)', efw2: '(false without payments)' },
    job_title: null,
    job_type: null,
    original_hire_date: null,
    end_date: null,
    external_last_updated: { nacha: 'batch header, effective date of the last payment' },
    manager_name: null,
    dates_from_statements: '(always false)',
    'profile.id': '(ours, from the employer)',
    'profile.first_name': { efw2: `${EMPLOYEE}, first name`, nacha: 'entry, receiver name' },
    'profile.last_name': { efw2: `${EMPLOYEE}, last name and suffix`, nacha: 'entry, receiver name' },
    'profile.full_name': { efw2: `${EMPLOYEE}, names`, nacha: 'entry, receiver name' },
    'profile.middle_initials': { efw2: `${EMPLOYEE}, middle name`, nacha: 'entry, receiver name' },
    'profile.email': null,
    'profile.phone': null,
    'profile.ssn': { efw2: `${EMPLOYEE}, SSN` },
    'profile.date_of_birth': null,
    'profile.home_address.street': ADDRESS_OF_EMPLOYEE,
    'profile.home_address.city': ADDRESS_OF_EMPLOYEE,
    'profile.home_address.state': ADDRESS_OF_EMPLOYEE,
    'profile.home_address.zip': ADDRESS_OF_EMPLOYEE,
    'profile.home_address.country': ADDRESS_OF_EMPLOYEE,
    'annual_income_summary.year': null,
    'annual_income_summary.gross_pay': null,
    'annual_income_summary.net_pay': null,
    'annual_income_summary.bonus': null,
    'annual_income_summary.commission': null,
    'annual_income_summary.overtime': null,
    'annual_income_summary.regular': null,
    'annual_income_summary.other_pay': null,
    'bank_accounts.id': { nacha: '(ours, from the employer and the account)' },
    'bank_accounts.bank_name': null,
    'bank_accounts.account_name': null,
    'bank_accounts.account_number': { nacha: 'entry, account number' },
    'bank_accounts.routing_number': { nacha: 'entry, routing number' },
    'bank_accounts.account_type': { nacha: 'entry, transaction code' },
    'bank_accounts.deposit_type': null,
    'bank_accounts.deposit_value': null,
  },
  statements: {
    id: '(ours, from the employer and the payment)',
    employment_id: '(ours, of the employer)',
    pay_date: 'batch header, effective date',
    net_pay: 'entry, amount',
  },
  w2s: {
    id: '(ours, from the employer and the form)',
    employment_id: '(ours, of the employer)',
    year: 'RE record, tax year',
    ...W2_BOXES,
    file_id: null,
    md5sum: null,
  },
  tax_documents: {
    id: '(ours, from the form)',
    document_type: '(from the format)',
    document_subtype: { fire: 'A record, type of return' },
    year: { efw2: 'RE record, tax year', fire: 'A record, payment year' },
    file_id: null,
    md5sum: null,
    'fields.wages': { efw2: W2_BOXES.wages },
    'fields.gross_pay': { efw2: W2_BOXES.gross_pay },
    'fields.federal_tax': { efw2: W2_BOXES.federal_tax, fire: 'B record, payment amount 4 (1099-DIV: A)' },
    'fields.social_security_wages': { efw2: W2_BOXES.social_security_wages },
    'fields.social_security_tax': { efw2: W2_BOXES.social_security_tax },
    'fields.medicare_wages': { efw2: W2_BOXES.medicare_wages },
    'fields.medicare_tax': { efw2: W2_BOXES.medicare_tax },
    'fields.full_name': { fire: 'B record, payee name lines' },
    'fields.account_number': { fire: 'B record, account number of the payee' },
    'fields.payer_name': { fire: 'A record, payer name lines' },
    'fields.payer_tin': { fire: 'A record, TIN of the payer' },
    'fields.recipient_tin': { fire: 'B record, TIN of the payee' },
    'fields.amount': { fire: 'B record, payment amount 1 (1099-MISC: 1, 2, 3 and 7; 1099-G: 1 and 2)' },
    'fields.total_ordinary_dividends': { fire: 'B record, payment amount 1 (1099-DIV)' },
  },
} as const satisfies SourcesOf<
  {
    accounts: Account;
    transactions: Transaction;
    identity: Profile;
    employments: EmploymentCore;
    // A file states only the date and the amount of a payment.
    statements: Pick<LinkData['statements'][number], 'id' | 'employment_id' | 'pay_date' | 'net_pay'>;
    w2s: LinkData['w2s'][number];
    tax_documents: Extract<TaxDocument, { document_type: 'W2' | 'F1099' }>;
  },
  Sources
>;

/** The sources of the fields in files of these formats. */
export function provenanceOf(heads: readonly Pick<ImportHead, 'format'>[]): Provenance {
  const formats = new Set(heads.map(({ format }) => format));
  const lists = Object.entries(SOURCES) as [keyof typeof SOURCES, Readonly<Record<string, Sources>>][];
  return Object.fromEntries(
    lists.flatMap(([list, fields]) => {
      const own = FORMATS_OF[list].filter((format) => formats.has(format));
      if (own.length === 0) return [];
      const shown = Object.entries(fields).map(([field, sources]) => [field, sourceIn(sources, own)]);
      return [[list, Object.fromEntries(shown)]];
    }),
  );
}

function sourceIn(sources: Sources, formats: readonly ImportFormat[]): string | null {
  if (sources === null || (typeof sources === 'string' && sources.startsWith('('))) return sources;
  const named = formats.flatMap((format) => {
    const source = typeof sources === 'string' ? sources : sources[format];
    return source === undefined ? [] : [`${NAMES[format]} ${source}`];
  });
  return named.length === 0 ? null : named.join('; ');
}
