// Decides which parts of a link's data are returned. The template with which the link was connected determines these
// parts.

import type { TemplateSettings } from '#domain/access/templates.ts';
import type { EmploymentAnswer } from './payroll.ts';

export type Returned = TemplateSettings['data'];

export const EVERYTHING_RETURNED: Returned = { statements: true, w2s: true, files: true };

/**
 * Annual sums over statements are returned even if the statements themselves are not returned, because the client
 * requests the sums separately from the statements.
 */
export const returnedEmployment = (employment: EmploymentAnswer, returned: Returned): EmploymentAnswer => ({
  ...employment,
  statements: returned.statements ? returnedFiles(employment.statements, returned) : [],
  w2s: returned.w2s ? returnedFiles(employment.w2s, returned) : [],
});

export const returnedFiles = <Item extends { file: string | null; md5sum: string | null }>(
  items: readonly Item[],
  { files }: Returned,
): Item[] => (files ? [...items] : items.map((item) => ({ ...item, file: null, md5sum: null })));
