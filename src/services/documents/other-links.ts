// Compares the documents of a person with the data of the person’s other links: payroll records and bank deposits.
import type { KeyObject } from 'node:crypto';
import { type Finding, signalOf } from '#analysis/documents/fraud/findings.ts';
import { depositFindings } from '#analysis/documents/fraud/links/bank-deposits.ts';
import { frequencyFindings, RHYTHM_DAYS_MAX } from '#analysis/documents/fraud/links/pay-frequency.ts';
import { type PayrollRecords, payrollRecordFindings } from '#analysis/documents/fraud/links/payroll-records.ts';
import { type BankDeposit, NEIGHBOURS_DAYS_MAX } from '#analysis/documents/fraud/wage-deposits.ts';
import { addDays, isDate } from '#base/calendar.ts';
import { parseMoney } from '#base/money.ts';
import { keepReading } from '#domain/documents/collection-documents.ts';
import { areSuspicious } from '#domain/documents/fraud-signals.ts';
import type { ReadDocument } from '#domain/documents/read-documents.ts';
import { openReading, ownerKeys, sealReading } from '#services/connections/document-records.ts';
import { type KeptSections, readLinkData } from '#services/connections/link-data.ts';
import { keyOf as keyOfLink, linksOf } from '#services/connections/links.ts';
import type { Ctx } from '#services/platform/ctx.ts';
import { type StoredDocument, writeSignals } from '#storage/documents/documents.ts';

/**
 * Adds a signal to each document that contradicts another link of its person. Links that come from documents, and
 * suspicious links, are not compared. A signal that a document already has is not added again.
 */
export async function compareWithLinks(ctx: Ctx, user_id: string, stored: readonly StoredDocument[]): Promise<void> {
  const compared = stored.filter(({ document_type }) => document_type === 'PAYSTUB' || document_type === 'W2');
  if (compared.length === 0) return;
  const key = await ownerKeys(ctx)(user_id);
  const documents = compared.map((row) => toDocument(ctx, key, row));
  const known = await knownPay(ctx, user_id, documents);
  if (known === undefined) return;
  for (const [at, row] of compared.entries()) {
    const document = documents[at];
    if (document !== undefined) await addSignals(ctx, key, row, document, findingsOf(document, known));
  }
}

const toDocument = (
  ctx: Ctx,
  key: KeyObject,
  { id, sealed, document_type, first_page, last_page }: StoredDocument,
) => ({
  ...openReading(ctx, key, id, sealed),
  document_type,
  pages: [first_page, last_page] as [number, number],
});

type KnownPay = { records: PayrollRecords; deposits: BankDeposit[] };

const findingsOf = (document: ReadDocument, { records, deposits }: KnownPay): Finding[] => [
  ...payrollRecordFindings(document, records),
  ...depositFindings(document, deposits),
  ...frequencyFindings(document, records, deposits),
];

async function addSignals(
  ctx: Ctx,
  key: KeyObject,
  { id }: StoredDocument,
  document: ReturnType<typeof toDocument>,
  findings: readonly Finding[],
): Promise<void> {
  const messages = new Set(document.fraud_signals.map(({ message }) => message));
  const added = findings.map(signalOf).filter(({ message }) => !messages.has(message));
  if (added.length === 0) return;
  const fraud_signals = [...document.fraud_signals, ...added];
  await writeSignals(ctx.db, ctx.scope, {
    id,
    is_suspicious: areSuspicious(fraud_signals),
    sealed: sealReading(ctx, key, id, keepReading({ ...document, fraud_signals })),
    changed_at: ctx.now(),
  });
}

const SECTIONS = ['employments', 'statements', 'w2s', 'transactions'] as const;

/** Returns undefined if the person has no other link whose data can be trusted. */
async function knownPay(ctx: Ctx, user_id: string, documents: readonly ReadDocument[]): Promise<KnownPay | undefined> {
  const links = (await linksOf(ctx, [user_id])).filter((link) => link.data_source !== 'docs' && !link.is_suspicious);
  if (links.length === 0) return undefined;
  const pay_dates = documents.map(({ fields }) => String(fields['pay_date']?.value ?? '')).filter(isDate);
  const [earliest] = pay_dates.toSorted();
  const from = earliest === undefined ? '' : addDays(earliest, -Math.max(NEIGHBOURS_DAYS_MAX, RHYTHM_DAYS_MAX));
  const lists: KeptSections[] = [];
  for (const link of links) lists.push(await readLinkData(ctx, link.id, await keyOfLink(ctx, link), SECTIONS, from));
  const records = lists.map(recordsIn);
  return {
    records: {
      employments: records.flatMap(({ employments }) => employments),
      statements: records.flatMap(({ statements }) => statements),
      w2s: records.flatMap(({ w2s }) => w2s),
    },
    deposits: lists.flatMap(depositsIn),
  };
}

function recordsIn({ employments = [], statements = [], w2s = [] }: KeptSections): PayrollRecords {
  const employers = new Map(employments.map(({ id, company }) => [id, company]));
  const payerOf = ({ employment_id }: { employment_id: string }) => ({
    employer_name: employers.get(employment_id)?.name ?? null,
    employer_ein: employers.get(employment_id)?.ein ?? null,
  });
  return {
    employments: employments.map(({ id, pay_frequency }) => ({ ...payerOf({ employment_id: id }), pay_frequency })),
    statements: statements.flatMap((statement) => {
      const { pay_date, period_start, period_end, gross_pay, gross_pay_ytd, net_pay } = statement;
      if (pay_date === null) return [];
      return [
        {
          ...payerOf(statement),
          pay_date,
          period_start: period_start ?? '',
          period_end: period_end ?? '',
          gross_pay: parseMoney(gross_pay),
          gross_pay_ytd: parseMoney(gross_pay_ytd),
          net_pay: parseMoney(net_pay),
        },
      ];
    }),
    w2s: w2s.map((w2) => ({
      ...payerOf(w2),
      year: w2.year,
      wages: parseMoney(w2.wages),
      federal_tax: parseMoney(w2.federal_tax),
      medicare_wages: parseMoney(w2.medicare_wages),
    })),
  };
}

const depositsIn = ({ transactions = [] }: KeptSections): BankDeposit[] =>
  transactions.flatMap(({ type, posted_at, transacted_at, amount, description, memo }) => {
    const cents = parseMoney(amount);
    if (type !== 'CREDIT' || cents === undefined) return [];
    return [{ date: (posted_at ?? transacted_at).slice(0, 10), cents, description, memo }];
  });
