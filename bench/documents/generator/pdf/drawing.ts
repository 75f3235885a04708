// Draws on the pages of a PDF: new content, fonts and pictures.
import { contentNumbers, contentOf, widthOf } from './content.ts';
import { add, bodyOf, type PdfFile, pagesOf, plainObject, put, referenceIn, streamOf } from './objects.ts';
import type { Edit } from './places.ts';
import { type PdfObject } from './writer.ts';

/**
 * Adds operators that are drawn after everything else on the page. Their coordinates are points from the lower left
 * corner.
 */
export function drawOver(file: PdfFile, page: number, operators: string, own_stream = false): void {
  const object = pageObject(file, page);
  const body = bodyOf(file, object);
  if (own_stream) {
    const begin = add(file, streamOf('q\n', '', false));
    const end = add(file, streamOf(`\nQ\n${operators}\n`));
    const between = contentNumbers(body).map((number) => `${number} 0 R`);
    put(file, object, plainObject(withContents(body, `[${begin} 0 R ${between.join(' ')} ${end} 0 R]`)));
  } else setContent(file, object, `q\n${contentOf(file, object)}\nQ\n${operators}\n`);
}

export function setContent(file: PdfFile, object: number, content: string): void {
  const body = bodyOf(file, object);
  const [first, ...others] = contentNumbers(body);
  if (first === undefined) return;
  put(file, first, streamOf(content));
  if (others.length > 0) put(file, object, plainObject(withContents(body, `${first} 0 R`)));
}

const withContents = (body: string, contents: string): string =>
  body.replace(/\/Contents\s*(?:\[[^\]]*\]|\d+ 0 R)/, `/Contents ${contents}`);

/** Returns the x at which a replacement text begins, so that right-aligned numbers stay aligned. */
export function leftOf({ place, text }: Edit, base_font: string, size: number): number {
  return place.right_aligned ? place.x + place.width - widthOf(text, base_font, size) : place.x;
}

export function pageObject(file: PdfFile, page: number): number {
  const object = pagesOf(file)[page - 1];
  if (object === undefined) throw new RangeError(`no page ${page}`);
  return object;
}

export function addFont(file: PdfFile, page: number, base_font: string): string {
  const font = add(
    file,
    plainObject(`<< /Type /Font /Subtype /TrueType /BaseFont /${base_font} /Encoding /WinAnsiEncoding >>`),
  );
  return addResource(file, page, 'Font', font);
}

/** Adds an object to the resources of a page and returns the object's name there. */
export function addResource(file: PdfFile, page: number, kind: 'Font' | 'XObject', object: number): string {
  const name = `${kind === 'Font' ? 'TT' : 'Im'}${object}`;
  const own = bodyOf(file, page);
  const shared = /\/Resources\s+\d+ 0 R/.test(own) ? referenceIn(own, 'Resources') : undefined;
  const body = shared === undefined ? own : bodyOf(file, shared);
  const entry = `/${name} ${object} 0 R`;
  const list = new RegExp(`/${kind}\\s*<<`);
  const changed = list.test(body)
    ? body.replace(list, `/${kind} << ${entry} `)
    : shared === undefined
      ? body.replace(/\/Resources\s*<</, `/Resources << /${kind} << ${entry} >> `)
      : body.replace(/^\s*<</, `<< /${kind} << ${entry} >> `);
  put(file, shared ?? page, plainObject(changed));
  return name;
}

export const addPicture = (file: PdfFile, page: number, picture: PdfObject): string =>
  addResource(file, page, 'XObject', add(file, picture));

export const rounded = (value: number): number => Math.round(value * 1000) / 1000;
