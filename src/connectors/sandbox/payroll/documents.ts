// The files of a sample person's statements, W-2s and tax documents. A file id encodes what the file shows (a job and a
// payday, or a year). So only the id and `md5sum` are stored with the statement. The file itself is drawn when `md5sum`
// is computed and when the file is opened. A file shows no ids and no values that depend on the current day. So two
// links of a sample person have the same file if they have the same first login day and the same refreshes. The file
// never changes as days pass, and each process caches the files it draws.
import { setImmediate } from 'node:timers/promises';
import { addDays, addMonths, isDate } from '#base/calendar.ts';
import type { Job, Life } from '#connectors/sandbox/lives/life.ts';
import { idOf } from '#connectors/sandbox/lives/random.ts';
import type { Employment } from '#domain/reports/payroll.ts';
import type { Statement, W2 } from '#domain/reports/statements.ts';
import type { TaxDocument } from '#domain/reports/tax-documents.ts';
import { type Drawing, toPdf } from '#render/paper.ts';
import { drawF1040, drawF1099 } from '#render/tax-forms.ts';
import { stubDrawing, unlistedOf, w2Drawing } from './document-drawings.ts';
import { employmentId, type Payroll, payrollOn } from './payroll.ts';
import { type MadeFile, SANDBOX_FILES } from './recent-files.ts';
import { taxDocumentsOn } from './tax.ts';

/**
 * The number of months after the first login for which a sandbox person may have documents. A sandbox clock can never
 * advance by so many months.
 */
const MONTHS_AHEAD_MAX = 15 * 12;

/** The document file with the given id, or `undefined` if the sandbox person has no such document. */
export async function openDocument(life: Life, file_id: string): Promise<MadeFile | undefined> {
  const known_by = dayOf(life, file_id);
  if (known_by === undefined || known_by > addMonths(life.first_login_date, MONTHS_AHEAD_MAX)) return undefined;
  const key = keyOf(life, file_id, known_by);
  const known = SANDBOX_FILES.find(key);
  if (known !== undefined) return known;
  const drawing = drawingOf(life, file_id, known_by);
  return drawing === undefined ? undefined : SANDBOX_FILES.keep(key, await toPdf(drawing));
}

/** Sets `file_id` and `md5sum` of all statements and W-2s. `payroll` must be computed with the same `id_seed`. */
export async function withDocuments(life: Life, payroll: Payroll, id_seed: string = life.seed): Promise<Payroll> {
  const employments: Employment[] = [];
  for (const employment of payroll.employments) {
    const job = found(life.jobs.find((one) => employmentId(id_seed, one) === employment.id));
    const statements: Statement[] = [];
    for (const statement of employment.statements) {
      const file_id = stubId(life, job, statement, id_seed);
      const { md5sum } = await fileOf(life, file_id, () => stubDrawing(life, job, employment, statement));
      statements.push({ ...statement, file_id, md5sum });
    }
    const w2s: W2[] = [];
    for (const w2 of employment.w2s) {
      const file_id = w2Id(job, w2.year);
      const { md5sum } = await fileOf(life, file_id, () => w2Drawing(employment, w2));
      w2s.push({ ...w2, file_id, md5sum });
    }
    employments.push({ ...employment, statements, w2s });
  }
  return { ...payroll, employments };
}

/** Sets `file_id` and `md5sum` of tax documents. A W-2 gets the same file as in the payroll data. */
export async function withTaxFiles(
  life: Life,
  documents: readonly TaxDocument[],
  id_seed: string = life.seed,
): Promise<TaxDocument[]> {
  const filed: TaxDocument[] = [];
  for (const document of documents) {
    const file_id = taxFileId(life, document, id_seed);
    const { md5sum } = found(await openDocument(life, file_id));
    filed.push({ ...document, file_id, md5sum });
  }
  return filed;
}

async function fileOf(life: Life, file_id: string, draw: () => Drawing): Promise<MadeFile> {
  const key = keyOf(life, file_id, found(dayOf(life, file_id)));
  const known = SANDBOX_FILES.find(key);
  if (known !== undefined) return known;
  // Payroll data needs dozens of files at the same time, so we yield to the event loop before each file is created.
  await setImmediate();
  return SANDBOX_FILES.keep(key, await toPdf(draw()));
}

const w2Id = (job: Job, year: number): string => `w2:${job.key}:${year}`;

/** A pay stub's file id contains the end of the pay period, or the number of the refresh that added the payday. */
function stubId(life: Life, job: Job, { id, period_end }: Statement, id_seed: string): string {
  const paydays = [period_end ?? '', ...life.refreshed_on.map((_, index) => `refresh-${index + 1}`)];
  const payday = found(paydays.find((key) => idOf(id_seed, job.key, 'statement', key) === id));
  return `paystub:${job.key}:${payday}`;
}

function taxFileId(life: Life, { id, document_type, year }: TaxDocument, id_seed: string): string {
  if (document_type !== 'W2') return `${document_type.toLowerCase()}:${year}`;
  const w2 = (job: Job) => idOf(id_seed, 'tax', 'W2', idOf(id_seed, job.key, 'w2', String(year)));
  return w2Id(found(life.jobs.find((job) => w2(job) === id)), year);
}

/** Returns the day by which everything that the file shows has happened, or `undefined` if the id is invalid. */
function dayOf(life: Life, file_id: string): string | undefined {
  const [kind, ...parts] = file_id.split(':');
  if (kind !== 'paystub') {
    const year = parts.at(-1) ?? '';
    // A tax document is complete on January 4 of the next year. A refresh in the first days of January may still add a
    // paycheck that is paid in the old year.
    return /^\d{4}$/.test(year) ? `${Number(year) + 1}-01-04` : undefined;
  }
  const [job_key, payday = ''] = parts;
  const job = life.jobs.find(({ key }) => key === job_key);
  if (isDate(payday)) return job && addDays(payday, job.schedule.lag_days);
  const refresh = /^refresh-(\d+)$/.exec(payday)?.[1];
  return life.refreshed_on[Number(refresh) - 1];
}

/**
 * Returns the cache key. A person's data depends only on the user name, the day of the first login, and the refreshes
 * up to `day`.
 */
function keyOf({ seed, first_login_date, jobs, refreshed_on }: Life, file_id: string, day: string): string {
  const is_changing = jobs.some(({ on_refresh }) => on_refresh !== null);
  const refreshes = is_changing ? refreshed_on.filter((refreshed) => refreshed <= day) : [];
  return JSON.stringify([seed, first_login_date, file_id, ...refreshes]);
}

function drawingOf(life: Life, file_id: string, day: string): Drawing | undefined {
  const [kind, ...parts] = file_id.split(':');
  if (kind === 'f1040' || kind === 'f1099') return taxDrawing(life, kind, Number(parts[0]), day);
  const [job_key, name = ''] = parts;
  const job = life.jobs.find(({ key }) => key === job_key);
  const employment = job && payrollOn(life, day).employments.find(({ id }) => id === employmentId(life.seed, job));
  if (job === undefined || employment === undefined) return undefined;
  if (kind === 'w2') {
    const w2 = employment.w2s.find(({ year }) => String(year) === name);
    return w2 && w2Drawing(employment, w2);
  }
  const statement = employment.statements.find(({ id }) => id === idOf(life.seed, job.key, 'statement', name));
  return statement && stubDrawing(life, job, employment, statement);
}

function taxDrawing(life: Life, kind: 'f1040' | 'f1099', year: number, day: string): Drawing | undefined {
  const { employments } = payrollOn(life, day);
  const filer = employments[0]?.profile;
  const document = taxDocumentsOn(life, day).find(
    (one) => one.year === year && one.document_type === kind.toUpperCase(),
  );
  if (filer === undefined || document === undefined) return undefined;
  if (document.document_type === 'F1099') return drawF1099(filer, document);
  if (document.document_type !== 'F1040') return undefined;
  const w2s = employments.flatMap((employment) => employment.w2s);
  return drawF1040(filer, document, unlistedOf(document, w2s));
}

/**
 * Throws if the document was not found. The ids in payroll data are derived from the sandbox person. So an unknown id
 * belongs to another person, which is a bug in the caller.
 */
function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('this document does not belong to this sandbox life');
  return value;
}
