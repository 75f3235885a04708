// Finds signals in the metadata of a file: an editor wrote the file, the file was modified after its creation, or it
// was created long before the date that is printed on the document.
import type { Severity } from '#domain/documents/fraud-signals.ts';
import type { Making, PdfTraces } from '#domain/documents/pdf-traces.ts';
import type { ReadDocument } from '#domain/documents/read-documents.ts';
import { isFromPicture } from './figures.ts';
import type { Finding } from './findings.ts';
import { SOFTWARE, SOFTWARE_LIST_VERSION, type SoftwareGroup } from './software-list.ts';

type Named = { name: string; group: SoftwareGroup };

/**
 * Returns the listed program that the file names. If the file names several listed programs, the program of the first
 * group is returned.
 */
export function listedSoftware({ producer, creator, xmp }: Making): Named | undefined {
  if (isDraw(producer, creator)) return { name: `${producer} ${creator}`, group: 'editor' };
  const names = [producer, creator, xmp?.producer, xmp?.creator].filter((name) => typeof name === 'string');
  const groups: SoftwareGroup[] = ['viewer', 'editor', 'service', 'picture_editor', 'stub_maker', 'office'];
  for (const group of groups) {
    const name = names.find((one) => SOFTWARE[group].some((part) => hasPart(one.toLowerCase(), part)));
    if (name !== undefined) return { name, group };
  }
  return undefined;
}

/** LibreOffice opens a PDF in its drawing program, so a file that this program wrote was edited. */
const isDraw = (producer: string | null, creator: string | null): boolean =>
  creator === 'Draw' && /^(?:libre|open)office/i.test(producer ?? '');

/**
 * Whether the name of a program contains a listed part at the start of a word. For example, `updf` is not found in
 * `groupupdf`.
 */
function hasPart(name: string, part: string): boolean {
  const at = name.indexOf(part);
  return at === 0 || (at > 0 && !/[a-z0-9]/.test(name[at - 1] ?? ''));
}

const isEditing = (group: SoftwareGroup): boolean => group !== 'office';
/**
 * Whether a later save by a program of this group raises the severity. A save by a service or viewer does not raise it,
 * because honest people also save files with these programs.
 */
const isOnlyEditing = (group: SoftwareGroup): boolean => isEditing(group) && group !== 'service' && group !== 'viewer';

/** Types of documents that are issued only by companies with their own systems. */
const ISSUED = new Set(['W2', 'F1099', 'BANK_STATEMENT']);

/**
 * `is_scanned` is true if all pages are pictures. People shrink scans with a service and put photographs into an office
 * document, so findings about these programs then have a low severity.
 */
export function softwareFindings(
  { making, is_fillable }: PdfTraces,
  documents: readonly ReadDocument[],
  { is_scanned = false }: { is_scanned?: boolean } = {},
): Finding[] {
  const found = listedSoftware(making);
  if (found === undefined) return [];
  const { name, group } = found;
  const actual = `${name} (list of ${SOFTWARE_LIST_VERSION})`;
  const finding = { code: 'editing_software', expected: null, actual } as const;
  if (group === 'stub_maker') {
    return [
      { ...finding, severity: 'medium', message: `The file was made with ${name}, which makes documents to order.` },
    ];
  }
  if (isEditing(group)) {
    const severity = is_scanned && group === 'service' ? 'low' : 'medium';
    return [{ ...finding, severity, message: `The file was written by ${name}, a program that edits documents.` }];
  }
  if (is_fillable) return [];
  const is_issued = !is_scanned && documents.some(({ document_type }) => ISSUED.has(document_type));
  const message = `The file was written by ${name}, not by a system of the company that the document names.`;
  return [{ ...finding, severity: is_issued ? 'medium' : 'low', message }];
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** A file may be created and modified in one session that continues after midnight. */
const DAYS_UNTIL_MODIFIED_MAX = 2;
/** Employers prepare pay stubs up to two weeks before the pay date. */
const DAYS_BEFORE_PAY_MAX = 14;
/**
 * A statement is prepared after the end of its period. A file date up to two days before that end is explained by time
 * zones and early closing.
 */
const DAYS_BEFORE_END_MAX = 2;

/**
 * `looks_edited` is true if the lettering of the pages shows signs of an edit. A later save then has a medium severity.
 */
export function dateFindings(
  traces: PdfTraces,
  documents: readonly ReadDocument[],
  { looks_edited = false }: { looks_edited?: boolean } = {},
): Finding[] {
  // The file dates of a fillable form are the dates of the empty form, so they say nothing about the values that were
  // filled in.
  if (traces.is_fillable) return [];
  return [
    ...modifiedLater(traces, looks_edited),
    ...datesDisagree(traces.making),
    ...documents.flatMap((one) => tooEarly(one, traces)),
  ];
}

const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS;

function modifiedLater({ making }: PdfTraces, looks_edited: boolean): Finding[] {
  const { created_at, modified_at } = making;
  if (created_at === null || modified_at === null) return [];
  const days = Math.floor(daysBetween(created_at, modified_at));
  if (days < DAYS_UNTIL_MODIFIED_MAX) return [];
  const software = listedSoftware(making);
  const by = software !== undefined && isOnlyEditing(software.group) ? software.name : undefined;
  return [
    {
      code: 'edited_after_creation',
      severity: by === undefined && !looks_edited ? 'low' : 'medium',
      expected: created_at.slice(0, 10),
      actual: modified_at.slice(0, 10),
      message: `The file was modified ${days} days after it was created${by === undefined ? '' : `, last by ${by}`}.`,
    },
  ];
}

function datesDisagree({ created_at, xmp }: Making): Finding[] {
  const other = xmp?.created_at ?? null;
  if (created_at === null || other === null || Math.abs(daysBetween(created_at, other)) <= 1) return [];
  const [expected, actual] = [created_at.slice(0, 10), other.slice(0, 10)];
  const message = `The file names two dates of its creation, ${expected} and ${actual}.`;
  return [{ code: 'edited_after_creation', severity: 'low', expected, actual, message }];
}

/** No payroll system or bank writes a document about a time that is more than a month in the future. */
const DAYS_AHEAD_MAX = 31;

function tooEarly(document: ReadDocument, { making: { created_at, modified_at } }: PdfTraces): Finding[] {
  const { document_type, fields, pages } = document;
  if (created_at === null) return [];
  const [name, words, days_max] =
    document_type === 'PAYSTUB'
      ? (['pay_date', 'pay date', DAYS_BEFORE_PAY_MAX] as const)
      : (['period_end', 'end of its period', DAYS_BEFORE_END_MAX] as const);
  if (document_type !== 'PAYSTUB' && document_type !== 'BANK_STATEMENT') return [];
  const field = fields[name];
  if (typeof field?.value !== 'string' || field.confidence < 0.9) return [];
  const days = Math.floor(daysBetween(created_at, `${field.value}T00:00:00Z`));
  if (!(days > days_max)) return [];
  return [
    {
      code: 'edited_after_creation',
      severity: tooEarlySeverity(document, field.page, laterOf(created_at, modified_at)),
      page: pages[0],
      box: field.box,
      expected: created_at.slice(0, 10),
      actual: field.value,
      message: `The file was created ${days} days before the ${words} that the document names.`,
    },
  ];
}

const laterOf = (created_at: string, modified_at: string | null): string =>
  modified_at !== null && modified_at > created_at ? modified_at : created_at;

/**
 * A program that fills in a template may keep the template's creation date, but it sets a new modification date. If two
 * dates printed in the document are much later than the file's modification date, they were added by another program.
 * For a scan, the severity is low, because the clock of the scanner may be wrong and OCR may misread a date.
 */
function tooEarlySeverity(document: ReadDocument, page: number, saved_at: string): Severity {
  if (isFromPicture(document, page)) return 'low';
  const ahead = ['pay_date', 'period_start', 'period_end'].filter((name) => {
    const { value, confidence } = document.fields[name] ?? { value: '', confidence: 0 };
    return confidence >= 0.9 && daysBetween(saved_at, `${String(value)}T00:00:00Z`) > DAYS_AHEAD_MAX;
  });
  return ahead.length > 1 ? 'high' : 'medium';
}
