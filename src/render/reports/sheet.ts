// The layout that all reports share. The top of a report shows the issuer, the title and the date. The foot of each
// page shows the report id, the checksum and the page number.
import type { DataSource } from '#domain/access/products.ts';
import type { Environment } from '#domain/platform/scope.ts';
import { orDash } from '#render/figures.ts';
import { box, type Drawing, newPaper, PAGE, type Paper, RIGHT, rule, write, writeLines } from '#render/paper.ts';
import type { Cursor } from '#render/table.ts';
import { drawFacts, type Fact } from './facts.ts';

/** The client that issues the report. */
export type Issuer = { name: string; environment: Environment };

/** Data that is printed but is not part of the report itself: the issuer, and the checksum of the report's JSON. */
export type Printed = { issuer: Issuer; checksum: string };

/** The link for which a report was made. It is passed separately if the report's JSON does not include the link. */
export type Origin = { link_id: string; provider_name: string; data_source: DataSource };

export type Head = Printed & {
  title: string;
  report_id: string;
  /** The date to which the data applies, as text. */
  as_of: string;
  /** The time at which the task ended. It is null while the task is running. */
  ended_at: string | null;
  person_name: string | null;
  facts: readonly Fact[];
  /** Warnings that are shown before the report's content. */
  notices: readonly string[];
};

/** The file date of an incomplete report. It is fixed, because an incomplete report has no end date yet. */
const NO_DATE = '2000-01-01';
const FOOT = PAGE.height - 31;
const SMALL = { size: 7, ink: 'grey' } as const;
const SANDBOX = 'Sandbox: the people and figures in this report are invented.';

export function openSheet(head: Head): { paper: Paper; y: Cursor } {
  const paper = newPaper();
  const top = PAGE.margin + 12;
  const name = { size: 15, face: 'bold', ink: 'accent', width_max: 300, leading: 17, lines_max: 2 } as const;
  const left = writeLines(paper, orDash(head.issuer.name), PAGE.margin, top, name);
  write(paper, head.title, RIGHT, top, { size: 12, face: 'bold', align: 'right', width_max: 220 });
  write(paper, head.as_of, RIGHT, top + 13, { size: 8.5, align: 'right' });
  const bottom = Math.max(left, top + 24) - 5;
  rule(paper, PAGE.margin, RIGHT, bottom, 1);
  let y = drawFacts(paper, bottom + 8, head.facts);
  const notices = head.issuer.environment === 'sandbox' ? [SANDBOX, ...head.notices] : head.notices;
  for (const notice of notices) y = drawNotice(paper, y, notice);
  return { paper, y: y + 4 };
}

/**
 * Draws the footer of every page and the running head of every page after the first. It is called last, when the number
 * of pages is known.
 */
export function closeSheet(paper: Paper, head: Head): Drawing {
  const pages = paper.pages.length;
  for (let page = 0; page < pages; page++) {
    if (page > 0) drawRunningHead(paper, head, page);
    box(paper, { x: PAGE.margin, y: FOOT, width: RIGHT - PAGE.margin, height: 0.5 }, { fill: 'line', page });
    write(paper, `Report ${head.report_id}`, PAGE.margin, FOOT + 9, { ...SMALL, page });
    write(paper, `SHA-256 ${head.checksum}`, PAGE.margin, FOOT + 18, { ...SMALL, page });
    write(paper, `${page + 1} of ${pages}`, RIGHT, FOOT + 9, { ...SMALL, align: 'right', page });
    write(paper, head.as_of, RIGHT, FOOT + 18, { ...SMALL, align: 'right', page });
  }
  const { title, issuer, report_id, checksum, ended_at } = head;
  return {
    paper,
    about: {
      title: `${title} ${report_id}`,
      author: issuer.name,
      subject: `SHA-256 ${checksum}`,
      created_on: ended_at?.slice(0, 10) ?? NO_DATE,
    },
  };
}

function drawNotice(paper: Paper, y: Cursor, text: string): Cursor {
  box(paper, { x: PAGE.margin, y, width: RIGHT - PAGE.margin, height: 16 }, { fill: 'tint', outline: 0.5 });
  write(paper, text, PAGE.margin + 6, y + 11, { size: 8.5, face: 'bold', width_max: RIGHT - PAGE.margin - 12 });
  return y + 20;
}

function drawRunningHead(paper: Paper, { title, issuer, person_name }: Head, page: number): void {
  const about = person_name === null ? title : `${title}: ${person_name}`;
  write(paper, about, PAGE.margin, PAGE.margin - 12, { ...SMALL, page, width_max: 330 });
  write(paper, issuer.name, RIGHT, PAGE.margin - 12, { ...SMALL, page, align: 'right', width_max: 190 });
}
