// Finds marks that an editor left in the content of a page.
import type { PdfTraces } from '#domain/documents/pdf-traces.ts';
import type { ReadDocument } from '#domain/documents/read-documents.ts';
import { type Finding, namedFields } from './findings.ts';

/**
 * A mark of an editor in a fillable form has a low severity if all values are in form fields, because the authors of
 * forms use editors too. In all other cases, the edited text may be a figure.
 */
export function touchUpFindings({ touch_ups, is_fillable }: PdfTraces, documents: readonly ReadDocument[]): Finding[] {
  return touch_ups.map(({ page }): Finding => {
    const own = documents.filter(({ pages }) => page === null || (pages[0] <= page && page <= pages[1]));
    const fields = own.flatMap(namedFields).map(([, { method }]) => method);
    const is_printed = fields.some((method) => method !== 'form_field' && method !== 'title');
    return {
      code: 'edited_after_creation',
      severity: is_fillable && !is_printed ? 'low' : 'high',
      page,
      message: 'The page contains the mark that an editor leaves where a person changed the text.',
    };
  });
}
