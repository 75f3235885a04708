// What a PDF file shows about how it was made and changed: the programs that wrote it, its dates, its earlier states,
// and everything on its pages in the order in which it was painted.
import type { Box, FormField } from './pages.ts';

/** How and when the file was made, as its metadata says. Times are ISO timestamps in UTC; null if the file has none. */
export type Making = {
  producer: string | null;
  creator: string | null;
  created_at: string | null;
  modified_at: string | null;
  /** The same facts in the second place where a PDF states them. Null if the file has no such place. */
  xmp: {
    producer: string | null;
    creator: string | null;
    created_at: string | null;
    modified_at: string | null;
  } | null;
};

/** Null: part of the page itself. Otherwise the kind of the annotation that lies on the page, for example `FreeText`. */
export type Layer = string | null;

export type DrawnWord = {
  kind: 'word';
  text: string;
  /** As in pages: points from the upper left corner; `bottom` is the baseline. */
  box: Box;
  size: number;
  /** The word in pieces of one font each. A word has one piece, unless a part of it was replaced. */
  parts: { text: string; font: string }[];
  /** `#rrggbb`; null for a pattern. */
  color: string | null;
  /** False for the text that OCR programs put behind a scan. */
  visible: boolean;
  layer: Layer;
};
/** A rectangle that is filled with one color and hides what was painted before it. */
export type DrawnFill = { kind: 'fill'; box: Box; color: string; layer: Layer };
export type DrawnPicture = { kind: 'picture'; box: Box; opaque: boolean; layer: Layer };
export type Drawn = DrawnWord | DrawnFill | DrawnPicture;

export type PageTraces = {
  /** Counted from 1. */
  number: number;
  width: number;
  height: number;
  /** In the order of painting: later things cover earlier ones. */
  drawn: Drawn[];
  form_fields: FormField[];
  /** Notes, stamps and other additions that lie on the page; links and form fields are not among them. */
  annotations: { kind: string; box: Box }[];
};

/** A state in which the file was saved before its last save. */
export type Revision = {
  making: Making;
  pages: Pick<PageTraces, 'number' | 'drawn' | 'form_fields'>[];
};

export type FontUse = {
  /** With the tag that programs put before the name of a font of which they embed only some characters. */
  name: string;
  is_subset: boolean;
  /** The different characters shown in this font. */
  characters: string;
  words_count: number;
};

/** A mark that an editor leaves in the content of a page where a person changed the text. */
export type TouchUp = { page: number | null };

export type PdfTraces = {
  /** Assigned when a file is created. Programs keep it when they save the file again. */
  file_id: string | null;
  making: Making;
  is_fillable: boolean;
  is_signed: boolean;
  /** Oldest first, without the last state. Empty for a file that was written at once. */
  revisions: Revision[];
  pages: PageTraces[];
  fonts: FontUse[];
  touch_ups: TouchUp[];
};
