// Imports a company file that an owner uploaded in the console, with the same parser as `vouch companies import`.
import { incorrect } from '#base/errors.ts';
import type { Actor } from '#domain/console/audit.ts';
import { OperatorError } from '#services/access/clients.ts';
import { type ImportReport, importCompanies } from '#services/connections/company-import.ts';
import type { Ctx } from '#services/platform/ctx.ts';
import { recordAudit } from './audit.ts';

export type { ImportReport } from '#services/connections/company-import.ts';

/** The number of rows imported so far, and the fraction of the file that has been read, from 0 to 1. */
export type UploadProgress = { rows: number; share: number };

const SLICE_BYTES = 65_536;

/**
 * Imports the file into the catalogue of this environment. The import and its audit log entry cannot be one
 * transaction, because each batch of rows is committed by itself. So an import that fails is recorded as well.
 */
export async function importUpload(
  ctx: Ctx,
  actor: Actor,
  file: Buffer,
  onProgress: (progress: UploadProgress) => void,
): Promise<ImportReport> {
  let read = 0;
  async function* slices(): AsyncGenerator<Buffer> {
    for (; read < file.length; read += SLICE_BYTES) yield file.subarray(read, read + SLICE_BYTES);
  }
  const { environment } = ctx.scope;
  const record = (after: object) => recordAudit(ctx, actor, { action: 'importCompanies', object: 'companies', after });
  try {
    const report = await importCompanies(ctx, environment, slices(), (rows) =>
      onProgress({ rows, share: Math.min(1, read / file.length) }),
    );
    const { rows, created, updated, unchanged, refused } = report;
    await record({ rows, created, updated, unchanged, refused });
    return report;
  } catch (error) {
    // The importer throws an `OperatorError` only for a fault in the first line, before it has written anything.
    if (error instanceof OperatorError) throw incorrect({ field: 'file', message: sentence(error.message) });
    await record({ failed: true });
    throw error;
  }
}

const sentence = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
