// The input of a scoring report. The input is the bank data that was received so far, either of all links of a user or
// of one link.
import { type InvalidParam, incorrect } from '#base/errors.ts';
import { toTimestamp } from '#base/timestamps.ts';
import type { DataSource } from '#domain/access/products.ts';
import { isFinal } from '#domain/connections/tasks.ts';
import type { Section } from '#domain/reports/link-data.ts';
import type { ScoredSource, ScoringStatus } from '#domain/reports/scoring-reports.ts';
import { readSealedSections } from '#services/connections/link-data.ts';
import { keyOf, linksOf, type StoredLink } from '#services/connections/links.ts';
import type { ScoredBank } from '#services/platform/compute-work.ts';
import type { Ctx } from '#services/platform/ctx.ts';
import type { SealedSections } from '#services/platform/sealed-sections.ts';
import { findLink } from '#storage/connections/links.ts';
import { findUser } from '#storage/people/users.ts';

/** The person whose data is scored. `link_id` is null if the report is not limited to one link. */
export type ScoredPerson = { user_id: string; link_id: string | null };

/**
 * Returns `undefined` if the request contains the account data itself. If the request names a user and a link, the link
 * must belong to the user.
 */
export async function findScored(ctx: Ctx, input: ScoredSource): Promise<ScoredPerson | undefined> {
  const { user_id, link_id } = input;
  const [user, link] = await Promise.all([
    user_id ? findUser(ctx.db, ctx.scope, user_id) : undefined,
    link_id ? findLink(ctx.db, ctx.scope, link_id) : undefined,
  ]);
  const is_anothers = user !== undefined && link !== undefined && link.user_id !== user.id;
  const faults: InvalidParam[] = [];
  if (user_id && user === undefined) faults.push({ field: 'user_id', message: 'Object not found.' });
  if (link_id && (link === undefined || is_anothers)) faults.push({ field: 'link_id', message: 'Object not found.' });
  if (faults.length > 0) throw incorrect(...faults);
  if (link !== undefined) return { user_id: link.user_id, link_id: link.id };
  return user && { user_id: user.id, link_id: null };
}

const SECTIONS: readonly Section[] = ['accounts', 'transactions', 'bank_statements'];
const BANKS: ReadonlySet<DataSource> = new Set(['financial_accounts', 'scoring_attributes']);

export type BankSections = { status: ScoringStatus; banks: ScoredBank[] };

/** The status is `processing` while a bank is being read for the first time, and `error` if no bank has data. */
export async function readBankSections(ctx: Ctx, { user_id, link_id }: ScoredPerson): Promise<BankSections> {
  const links = (await linksOf(ctx, [user_id])).filter(({ id }) => link_id === null || id === link_id);
  const all = await Promise.all(
    links.map(async (link) => ({
      link,
      data: await readSealedSections(ctx, link.id, await keyOf(ctx, link), SECTIONS),
    })),
  );
  const banks = all.flatMap(({ link, data: sections }): ScoredBank[] => {
    if (sections.accounts === undefined) return [];
    const { id: link_id, provider_id: provider, updated_at } = link;
    return [{ link_id, provider, updated_at: toTimestamp(updated_at), sections }];
  });
  if (all.some(isBeingRead)) return { status: 'processing', banks: [] };
  return { status: banks.length === 0 ? 'error' : 'success', banks };
}

const isBeingRead = ({ link, data }: { link: StoredLink; data: SealedSections }): boolean =>
  BANKS.has(link.data_source) &&
  !isFinal(link.status) &&
  (data.accounts === undefined || data.transactions === undefined);
