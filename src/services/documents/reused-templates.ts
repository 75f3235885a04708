// Detects that a document is a copy of another user's document, or was made from such a document. Only documents of the
// same client and environment are compared, and the signal names neither the other person nor the other document.
import { figuresOf } from '#domain/documents/figures.ts';
import type { FileDocument } from '#domain/documents/file-readings.ts';
import type { FraudSignal, Severity } from '#domain/documents/fraud-signals.ts';
import { isSameLayout, issuedNumbers, nameKeyOf, reuseSeverity } from '#domain/documents/templates.ts';
import type { Ctx } from '#services/platform/ctx.ts';
import { isOfAnotherUser, listSharingNumbers } from '#storage/documents/copies.ts';
import type { StoredFile } from '#storage/documents/document-files.ts';
import type { DocumentRow } from '#storage/documents/documents.ts';

/** What is stored about a document so that later documents of other people can be compared with it. */
export type Traits = Pick<DocumentRow, 'figures_hash' | 'name_hash' | 'layout' | 'number_hashes'>;

export function traitsOf(ctx: Ctx, document: FileDocument): Traits {
  const hash = (purpose: `document_${'figures' | 'name' | 'number'}`, text: string): Buffer =>
    ctx.vault.hash(purpose, ctx.scope.client_id, text);
  const [figures, name] = [figuresOf(document), nameKeyOf(document)];
  return {
    figures_hash: figures === undefined ? null : hash('document_figures', figures.text),
    name_hash: name === undefined ? null : hash('document_name', name),
    layout: document.layout ?? null,
    number_hashes: issuedNumbers(document).map((number) => hash('document_number', number)),
  };
}

/**
 * Returns a sign of forgery if another user has the same file, a document with the same figures (such as amounts), or a
 * document with another name and the same identifying numbers (such as account numbers). Returns nothing in the
 * sandbox, because everyone tests with the documents of the same sample people.
 */
export async function reuseSignals(
  ctx: Ctx,
  { content_hash }: StoredFile,
  user_id: string | null,
  document: FileDocument,
  traits: Traits,
): Promise<FraudSignal[]> {
  if (user_id === null || ctx.scope.environment === 'sandbox') return [];
  const { figures_hash } = traits;
  if (await isOfAnotherUser(ctx.db, ctx.scope, 'content', content_hash, user_id)) {
    return [reused('high', 'The same file was uploaded for another person.')];
  }
  if (figures_hash !== null && (await isOfAnotherUser(ctx.db, ctx.scope, 'figures', figures_hash, user_id))) {
    const severity = figuresOf(document)?.is_numbered === true ? 'high' : 'medium';
    return [reused(severity, 'A document with the same figures was uploaded for another person.')];
  }
  return templateSignals(ctx, user_id, traits);
}

const STRENGTH = { low: 0, medium: 1, high: 2 } as const;

async function templateSignals(
  ctx: Ctx,
  user_id: string,
  { name_hash, layout, number_hashes }: Traits,
): Promise<FraudSignal[]> {
  if (name_hash === null || number_hashes.length === 0) return [];
  const others = await listSharingNumbers(ctx.db, ctx.scope, { user_id, name_hash, number_hashes });
  const [closest] = others
    .map((other) => ({ numbers: other.numbers, is_same_layout: isSameLayout(layout, other.layout) }))
    .map((shared) => ({ ...shared, severity: reuseSeverity(shared.numbers, shared.is_same_layout) }))
    .toSorted((a, b) => STRENGTH[b.severity] - STRENGTH[a.severity]);
  if (closest === undefined) return [];
  const { numbers, is_same_layout, severity } = closest;
  const number = numbers > 1 ? `${numbers} numbers` : 'a number';
  const template = is_same_layout ? 'the same layout and ' : '';
  const message = `A document with ${template}${number} of this document was uploaded for a person with another name.`;
  return [reused(severity, message)];
}

const reused = (severity: Severity, message: string): FraudSignal => ({
  code: 'template_reused',
  severity,
  page: null,
  box: null,
  expected: null,
  actual: null,
  message,
});
