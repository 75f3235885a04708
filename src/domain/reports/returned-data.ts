// Which parts of a link's data are returned, according to the template it was connected with.

import type { TemplateSettings } from '#domain/access/templates.ts';
import type { EmploymentAnswer } from './payroll.ts';

export type Returned = TemplateSettings['data'];

export const EVERYTHING_RETURNED: Returned = { statements: true, w2s: true, files: true };

/** Annual sums over statements stay even if statements are not returned, because the sums are requested separately. */
export const returnedEmployment = (employment: EmploymentAnswer, returned: Returned): EmploymentAnswer => ({
  ...employment,
  statements: returned.statements ? returnedFiles(employment.statements, returned) : [],
  w2s: returned.w2s ? returnedFiles(employment.w2s, returned) : [],
});

export const returnedFiles = <Item extends { file: string | null; md5sum: string | null }>(
  items: readonly Item[],
  { files }: Returned,
): Item[] => (files ? [...items] : items.map((item) => ({ ...item, file: null, md5sum: null })));
