// Reads the names of programs and the dates from the metadata of a PDF: from the document information and from the XMP.
import type { Making } from '#domain/documents/pdf-traces.ts';
import type { PdfDocument } from './pdf.ts';

/** The maximum length of a program name. A longer name is cut, because only its beginning is compared and shown. */
const NAME_LENGTH_MAX = 200;

export async function makingOf(document: PdfDocument): Promise<Making> {
  // pdf.js declares `info` and `metadata` as objects without fields, so their fields are read as values of unknown
  // type.
  const read: { info: object; metadata: unknown } = await document.getMetadata();
  const info = new Map<string, unknown>(Object.entries(read.info));
  const xmp = xmpOf(read.metadata);
  return {
    producer: nameOf(info.get('Producer')),
    creator: nameOf(info.get('Creator')),
    created_at: timeOf(info.get('CreationDate')),
    modified_at: timeOf(info.get('ModDate')),
    xmp: xmp && {
      producer: nameOf(xmp('pdf:producer')),
      creator: nameOf(xmp('xmp:creatortool')),
      created_at: timeOf(xmp('xmp:createdate')),
      modified_at: timeOf(xmp('xmp:modifydate')),
    },
  };
}

function xmpOf(metadata: unknown): ((name: string) => unknown) | null {
  if (typeof metadata !== 'object' || metadata === null || !('get' in metadata)) return null;
  const { get } = metadata;
  return typeof get === 'function' ? (name) => get.call(metadata, name) : null;
}

function nameOf(value: unknown): string | null {
  const text = typeof value === 'string' ? value.trim().slice(0, NAME_LENGTH_MAX) : '';
  return text === '' ? null : text;
}

/**
 * Matches dates such as `D:20260213091500-05'00'` in a PDF and `2026-02-13T09:15:00-05:00` in XMP. The last parts of a
 * date may be missing.
 */
const TIME =
  /^(?:D:)?(\d{4})-?(\d{2})?-?(\d{2})?[T ]?(\d{2})?:?(\d{2})?:?(\d{2})?(?:\.\d+)?\s*(?:Z|([+-])(\d{2})'?:?(\d{2})?)?/;

/** A time without a time zone is treated as UTC, so comparisons must allow for a difference of a day. */
export function timeOf(value: unknown): string | null {
  const parts = typeof value === 'string' ? TIME.exec(value.trim()) : null;
  if (parts === null) return null;
  const [year, month = 1, day = 1, hour = 0, minute = 0, second = 0] = parts
    .slice(1, 7)
    .map((part) => (part === undefined ? undefined : Number(part)));
  const offset = (Number(parts[8] ?? 0) * 60 + Number(parts[9] ?? 0)) * (parts[7] === '-' ? -1 : 1);
  const time = Date.UTC(year ?? 0, month - 1, day, hour, minute - offset, second);
  if (Number.isNaN(time) || year === undefined || year < 1990) return null;
  return `${new Date(time).toISOString().slice(0, 19)}Z`;
}
