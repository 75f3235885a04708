// Joins the pages of several PDFs into one file, as merge tools do. Form fields are not supported.
import { literal, type PdfFile, pagesOf, plainObject, renumbered, savedWhole } from './objects.ts';
import { type PdfObject } from './writer.ts';

/** One page of one of the files. `page` is counted from 1; `turned` is the page's clockwise rotation in degrees. */
export type Leaf = { file: PdfFile; page: number; turned: 0 | 90 | 180 | 270 };

export function mergedPdf(leaves: readonly Leaf[], info: Record<string, string>): Buffer {
  const objects = new Map<number, PdfObject>();
  const [catalog, tree] = [1, 2];
  const kids: number[] = [];
  const opened = new Map<PdfFile, { pages: number[]; used: Set<number> }>();
  for (const { file, page, turned } of leaves) {
    let own = opened.get(file);
    if (own === undefined) {
      const moved = renumbered(file, Math.max(tree, ...objects.keys()) + 1);
      for (const [number, object] of moved.objects) objects.set(number, object);
      own = { pages: pagesOf(moved), used: new Set() };
      opened.set(file, own);
    }
    const number = own.pages[page - 1];
    if (number === undefined) throw new RangeError(`the file has no page ${page}`);
    // A page that is used twice needs two objects, because a page object may occur only once in the page tree.
    const target = own.used.has(number) ? Math.max(...objects.keys()) + 1 : number;
    own.used.add(number);
    const body = objects.get(number)?.body ?? '';
    objects.set(target, plainObject(leafBody(body, tree, turned)));
    kids.push(target);
  }
  objects.set(catalog, plainObject(`<< /Type /Catalog /Pages ${tree} 0 R >>`));
  objects.set(
    tree,
    plainObject(`<< /Type /Pages /Count ${kids.length} /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] >>`),
  );
  const information = Math.max(...objects.keys()) + 1;
  const entries = Object.entries(info).map(([key, value]) => `/${key} ${literal(value)}`);
  objects.set(information, plainObject(`<< ${entries.join(' ')} >>`));
  return savedWhole({
    bytes: Buffer.alloc(0),
    objects,
    root: catalog,
    info: information,
    id: null,
    changed: new Set(),
  });
}

function leafBody(body: string, tree: number, turned: number): string {
  const own = body.replace(/\/Parent \d+ 0 R/, `/Parent ${tree} 0 R`).replace(/\/StructParents \d+/, '');
  if (turned === 0) return own;
  return own.replace(/\/Rotate\s+\d+/, '').replace(/>>\s*$/, ` /Rotate ${turned} >>`);
}
