// The traces that show how a PDF file was made and changed: the programs that wrote it, its dates, its earlier
// revisions, and everything on its pages, in the order of painting.
import type { Box, FormField } from './pages.ts';

/**
 * How and when the file was made, as its metadata says. Times are ISO timestamps in UTC. A value that the metadata does
 * not contain is null.
 */
export type Making = {
  producer: string | null;
  creator: string | null;
  created_at: string | null;
  modified_at: string | null;
  /**
   * How and when the file was made, as its XMP metadata says. XMP is the second kind of metadata of a PDF. Null if the
   * file has no XMP metadata.
   */
  xmp: {
    producer: string | null;
    creator: string | null;
    created_at: string | null;
    modified_at: string | null;
  } | null;
};

/**
 * Says to what a painted object belongs. The value is null for content of the page itself. For content of an
 * annotation, it is the kind of the annotation, for example `FreeText`.
 */
export type Layer = string | null;

export type DrawnWord = {
  kind: 'word';
  text: string;
  /** The box in points from the upper left corner, as in pages.ts; `bottom` is the baseline. */
  box: Box;
  size: number;
  /** The parts of the word, each in one font. A word has one part, unless a piece of the word was replaced. */
  parts: { text: string; font: string }[];
  /** The color as `#rrggbb`; null if the text is filled with a pattern. */
  color: string | null;
  /** False for invisible text, which OCR programs add to a scan. */
  visible: boolean;
  layer: Layer;
};
/** A rectangle that is filled with one color and hides what was painted before it. */
export type DrawnFill = { kind: 'fill'; box: Box; color: string; layer: Layer };
export type DrawnPicture = { kind: 'picture'; box: Box; opaque: boolean; layer: Layer };
export type Drawn = DrawnWord | DrawnFill | DrawnPicture;

export type PageTraces = {
  /** The number of the page, counted from 1. */
  number: number;
  width: number;
  height: number;
  /** Everything on the page in the order of painting. Later elements cover earlier elements. */
  drawn: Drawn[];
  form_fields: FormField[];
  /** Notes, stamps and other annotations on the page, except links and form fields. */
  annotations: { kind: string; box: Box }[];
};

/** A state that the file had before it was last saved. */
export type Revision = {
  making: Making;
  pages: Pick<PageTraces, 'number' | 'drawn' | 'form_fields'>[];
};

export type FontUse = {
  /**
   * The name of the font. If a program embeds only some characters of a font, the name begins with a tag that the
   * program added.
   */
  name: string;
  is_subset: boolean;
  /** The characters that the file shows in this font, each listed once. */
  characters: string;
  words_count: number;
};

/** A mark in the content of a page. An editor leaves it where a person changed the text. */
export type TouchUp = { page: number | null };

export type PdfTraces = {
  /** An id that is assigned when a file is created. Programs keep this id when they save the file again. */
  file_id: string | null;
  making: Making;
  is_fillable: boolean;
  is_signed: boolean;
  /** The earlier states, oldest first, without the current state. Empty if the file was saved only once. */
  revisions: Revision[];
  pages: PageTraces[];
  fonts: FontUse[];
  touch_ups: TouchUp[];
};
