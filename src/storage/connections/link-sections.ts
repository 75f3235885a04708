// Rows of a link's data. Each row is one encrypted list of objects of the same kind.

import type { Scope } from '#domain/platform/scope.ts';
import type { Section } from '#domain/reports/link-data.ts';
import type { Db } from '#storage/platform/db.ts';

export type SectionRow = { link_id: string; section: Section; sealed: Buffer };

/**
 * Reads the sections link by link, because with an array of link ids the planner would choose to read all the client's
 * sections.
 */
export async function readSections(
  db: Db,
  scope: Scope,
  link_ids: readonly string[],
  sections: readonly Section[],
): Promise<SectionRow[]> {
  const { rows } = await db.query<SectionRow>(
    `select link_id, section, sealed from unnest($3::text[]) as wanted (link_id) cross join lateral (
       select section, sealed from link_sections kept
       where client_id = $1 and environment = $2 and kept.link_id = wanted.link_id and section = any($4) offset 0
     ) as kept`,
    [scope.client_id, scope.environment, link_ids, sections],
  );
  return rows;
}

/** Whether a list of this kind is stored for the link. The result is also true if the stored list is empty. */
export async function hasSection(db: Db, scope: Scope, link_id: string, section: Section): Promise<boolean> {
  const { rowCount } = await db.query(
    `select 1 from link_sections where client_id = $1 and environment = $2 and link_id = $3 and section = $4`,
    [scope.client_id, scope.environment, link_id, section],
  );
  return rowCount > 0;
}

/**
 * Returns the time at which the link's list of this kind was last read from the provider; undefined if the link has no
 * list of this kind.
 */
export async function findSectionTime(
  db: Db,
  scope: Scope,
  link_id: string,
  section: Section,
): Promise<Date | undefined> {
  const { rows } = await db.query<{ updated_at: Date }>(
    `select updated_at from link_sections where client_id = $1 and environment = $2 and link_id = $3 and section = $4`,
    [scope.client_id, scope.environment, link_id, section],
  );
  return rows[0]?.updated_at;
}

export async function writeSections(tx: Db, scope: Scope, rows: readonly SectionRow[], now: Date): Promise<void> {
  await tx.query(
    `insert into link_sections (client_id, environment, link_id, section, sealed, updated_at)
     select $1, $2, link_id, section, sealed, $6 from unnest($3::text[], $4::text[], $5::bytea[])
       as n (link_id, section, sealed)
     on conflict (client_id, environment, link_id, section)
     do update set sealed = excluded.sealed, updated_at = excluded.updated_at`,
    [
      scope.client_id,
      scope.environment,
      rows.map((row) => row.link_id),
      rows.map((row) => row.section),
      rows.map((row) => row.sealed),
      now,
    ],
  );
}
