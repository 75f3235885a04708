// Certifications: before finishing, an applicant decides for each employment and each account whether it is
// representative.
import { type Static, Type } from 'typebox';
import { CalendarDate } from '#base/calendar.ts';
import { type InvalidParam, incorrect } from '#base/errors.ts';
import { Money } from '#base/money.ts';
import { choice, Id, nullable, optionalChoice, optionalText, sensitive, shape, Timestamp } from '#base/schema.ts';
import { ACCOUNT_TYPES } from '#domain/reports/financial-accounts.ts';

const DECISIONS = ['representative', 'not_representative'] as const;
export type Decision = (typeof DECISIONS)[number];
const REJECTION_REASONS = [
  'incorrect_amount',
  'incorrect_employer',
  'incorrect_dates',
  'not_mine',
  'outdated',
  'other',
] as const;
export type RejectionReason = (typeof REJECTION_REASONS)[number];

/**
 * The maximum number of decisions in one request. The applicant makes one decision for each employment and each
 * account.
 */
const DECISIONS_MAX = 500;

export const NewCertifications = Type.Object({
  decisions: Type.Array(
    Type.Object({
      subject_id: Id,
      decision: choice(DECISIONS),
      rejection_reason: optionalChoice(REJECTION_REASONS),
      rejection_comment: optionalText(1000),
    }),
    { minItems: 1, maxItems: DECISIONS_MAX },
  ),
});
export type NewCertifications = Static<typeof NewCertifications>;

const CertifiedEmployment = shape('CertifiedEmployment', 'An employment as shown to the applicant.', {
  id: Id,
  start_date: nullable(CalendarDate),
  pay_rate: nullable(Money),
  pay_date: nullable(CalendarDate),
  company: shape('CertifiedCompany', 'The employer as shown to the applicant.', { name: nullable(Type.String()) }),
});
const CertifiedAccount = shape('CertifiedAccount', 'A bank account as shown to the applicant.', {
  id: Id,
  type: choice(ACCOUNT_TYPES),
  mask: nullable(Type.String()),
  routing_number: sensitive('secret', nullable(Type.String())),
  balance: nullable(Money),
  owners: Type.Array(
    shape('CertifiedOwner', 'An owner of the account as shown to the applicant.', {
      full_name: nullable(Type.String()),
    }),
  ),
});
export type CertifiedEmployment = Static<typeof CertifiedEmployment>;
export type CertifiedAccount = Static<typeof CertifiedAccount>;

/** An employment or account about which the applicant makes a decision, in the form in which the applicant sees it. */
export type CertificationItem =
  | { kind: 'employment'; subject_id: string; shown: CertifiedEmployment }
  | { kind: 'account'; subject_id: string; shown: CertifiedAccount };

export const CertificationsAnswer = shape(
  'Certifications',
  'The decisions an applicant made about the data of an order.',
  {
    results: Type.Array(
      shape('Certification', 'A decision about one employment or account.', {
        decision: choice(DECISIONS),
        rejection_reason: Type.Unsafe<RejectionReason | null>({
          type: ['string', 'null'],
          enum: [...REJECTION_REASONS, null],
        }),
        rejection_comment: nullable(Type.String()),
        employment: Type.Union([CertifiedEmployment, Type.Null()]),
        account: Type.Union([CertifiedAccount, Type.Null()]),
        created_at: Timestamp,
      }),
    ),
  },
);
export type CertificationAnswer = Static<typeof CertificationsAnswer>['results'][number];

/**
 * The item that the applicant saw, and the applicant's comment. The record is stored encrypted with the user's data
 * key.
 */
export type CertificationRecord = { item: CertificationItem; comment: string | null };

/**
 * Checks the applicant's decisions. Each decision must be about one of the items, and the decision `not_representative`
 * requires a reason.
 */
export function checkDecisions({ decisions }: NewCertifications, items: readonly CertificationItem[]): void {
  const faults: InvalidParam[] = decisions.flatMap(({ subject_id, decision, rejection_reason }, at) => [
    ...(items.some((item) => item.subject_id === subject_id)
      ? []
      : [{ field: `decisions.${at}.subject_id`, message: 'Object not found.' }]),
    ...(decision === 'not_representative' && !rejection_reason
      ? [{ field: `decisions.${at}.rejection_reason`, message: 'This field is required.' }]
      : []),
  ]);
  if (faults.length > 0) throw incorrect(...faults);
}

export const presentCertification = (
  row: { decision: Decision; rejection_reason: RejectionReason | null; created_at: string },
  { item, comment }: CertificationRecord,
): CertificationAnswer => ({
  decision: row.decision,
  rejection_reason: row.rejection_reason,
  rejection_comment: comment,
  employment: item.kind === 'employment' ? item.shown : null,
  account: item.kind === 'account' ? item.shown : null,
  created_at: row.created_at,
});
