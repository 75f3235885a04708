// Finds the names and addresses of the employer and the employee. Their names are printed after labels or above
// addresses. Without labels, the first name is usually the employer's.

import { datesIn } from '#analysis/documents/dates-in-text.ts';
import { linesOf, type Segment, segmentOf } from '#analysis/documents/geometry/lines.ts';
import { plain } from '#analysis/documents/phrases.ts';
import type { Page, Word } from '#domain/documents/pages.ts';
import type { Fields } from '#domain/documents/read-documents.ts';
import { type AddressBlock, addressBlocks, isAddressLine } from './addresses.ts';
import { columnKind } from './column-words.ts';
import { fieldOf } from './fields.ts';
import { isOtherLabel, type LabelName, labelName } from './label-words.ts';
import { type Labelled, type Piece, piecesOf } from './labels.ts';
import { sectionOf, totalOf } from './section-words.ts';
import { withWrappedLines } from './wrapped-names.ts';

type Name = { segment: Segment; page: number; certainty: number };
type Role = 'employer' | 'employee';

/** Returns the names and addresses. `used` has the words of tables, which are not names. */
export function partiesOf(pages: readonly Page[], labelled: readonly Labelled[], used: ReadonlySet<Word>): Fields {
  const blocks = pages
    .flatMap((page) => addressBlocks(page))
    .map((block) => (block.name !== undefined && isName(block.name) ? block : { ...block, name: undefined }));
  const names: Record<Role, Name | undefined> = {
    employer: labelledName(labelled, 'employer_name', blocks),
    employee: labelledName(labelled, 'employee_name', blocks),
  };
  const labelled_blocks = {
    employer: labelledBlock(labelled, 'employer_address', blocks),
    employee: labelledBlock(labelled, 'employee_address', blocks),
  };
  const taken = Object.values(labelled_blocks);
  const top = namesAtTop(pages[0], used);
  const roles = rolesOf(
    blocks.filter((block) => !taken.includes(block)),
    names,
    top,
  );
  const employer_block =
    labelled_blocks.employer ??
    roles.employer ??
    blockBelow(namesLike(labelled, 'employer_name', names.employer), blocks);
  const employee_block =
    labelled_blocks.employee ??
    roles.employee ??
    blockBelow(namesLike(labelled, 'employee_name', names.employee), blocks);
  const own_block = employer_block ?? (employee_block && onlyOther(blocks, employee_block));
  const known = names.employee ?? nameOfBlock(employee_block);
  const employer =
    names.employer ?? wholeName(nameOfBlock(own_block) ?? letterhead(top, pages[0], known), pages, known);
  const employee = known ?? personAtTop(top, pages[0], employer);
  return {
    ...nameField('employer_name', employer),
    ...addressField('employer_address', own_block),
    ...nameField('employee_name', employee),
    ...addressField('employee_address', employee_block),
  };
}

/** Returns the only address that is not the employee's, if no name is above it. */
function onlyOther(blocks: readonly AddressBlock[], employee: AddressBlock): AddressBlock | undefined {
  const textOf = ({ lines }: AddressBlock) => plain(lines.map(({ text }) => text).join(' '));
  const others = blocks.filter((block) => textOf(block) !== textOf(employee));
  const [first] = others;
  const is_only = first !== undefined && others.every((other) => textOf(other) === textOf(first));
  return is_only && others.every(({ name }) => name === undefined) ? first : undefined;
}

/** Returns the address whose first line follows the label. */
function labelledBlock(
  labelled: readonly Labelled[],
  label: LabelName,
  blocks: readonly AddressBlock[],
): AddressBlock | undefined {
  const starts = labelled.flatMap(({ name, candidates }) =>
    name === label ? candidates.flatMap(({ words }) => words.slice(0, 1)) : [],
  );
  return blocks.find(({ lines }) => starts.some((word) => lines.some(({ words }) => words.includes(word))));
}

/** Returns all labelled places where the name is printed. */
function namesLike(labelled: readonly Labelled[], label: LabelName, name: Name | undefined): Name[] {
  if (name === undefined) return [];
  return labelled.flatMap(({ name: found, page, candidates }) =>
    found !== label
      ? []
      : candidates
          .filter(({ text }) => sameName(text, name.segment.text))
          .map((segment) => ({ segment, page, certainty: name.certainty })),
  );
}

/**
 * Returns the address that is some lines below the name and has the same left edge. Other text may be between the name
 * and the address.
 */
function blockBelow(names: readonly Name[], blocks: readonly AddressBlock[]): AddressBlock | undefined {
  return blocks.find(({ name: own, lines: [first], page }) =>
    names.some(({ segment: { box, words }, page: own_page }) => {
      const size = words[0]?.size ?? 10;
      if (own !== undefined || first === undefined || page !== own_page) return false;
      const distance = first.box.bottom - box.bottom;
      return distance > 0 && distance < 8 * size && Math.abs(first.box.left - box.left) < 0.5 * size;
    }),
  );
}

const nameField = (key: string, name: Name | undefined): Fields =>
  name === undefined
    ? {}
    : {
        [key]: fieldOf(
          name.segment.text.replace(/^(?:from|by|for|to) |(?: \([^)]*\))?[,:;]?$/gi, ''),
          name.segment.words,
          name.page,
          'label',
          name.certainty,
        ),
      };

function addressField(key: string, block: AddressBlock | undefined): Fields {
  if (block === undefined || block.lines.length === 0) return {};
  const value = block.lines
    .map(({ text }) => text.replace(/,$/, ''))
    .join(', ')
    .replace(/\s*[·•|]\s*/g, ', ');
  return {
    [key]: fieldOf(
      value,
      block.lines.flatMap(({ words }) => words),
      block.page,
      'label',
    ),
  };
}

const nameOfBlock = (block: AddressBlock | undefined): Name | undefined =>
  block?.name === undefined ? undefined : { segment: block.name, page: block.page, certainty: 0.9 };

/** Whether the text may be a name: it has letters, and is not a label, a heading or a total. */
function isName({ text, words }: Segment): boolean {
  const letters = text.replace(/[^A-Za-z]/g, '').length;
  if (letters < 3 || words.length > 9 || letters < text.replace(/\s/g, '').length * 0.6 || text.includes(':'))
    return false;
  if (/\bdollars\b|\d\d\/100|^(?:your|the) (?:employer|company)\b/i.test(text) || datesIn(text).length > 0)
    return false;
  if (isAddressLine(text) || isOtherLabel(text) || isTitle(text) || labelName(text) !== undefined) return false;
  return totalOf(text, false) === undefined && columnKind(text) === undefined;
}

const TITLE =
  /\b(?:earnings? statement|pay ?(?:stub|slip|check|roll)s?|statement of|pay statement|non ?-?negotiable|direct deposit|deposit advice|advice of|voucher|confidential|page \d|check (?:date|stub)|earnings and|this is not a check|leave and earnings|void|detach|retain|information|summary|copy|important|tear (?:off|here)|(?:employee|payroll) records?|for your records|keep this|cashing|remittance|worksheet)\b/i;
const isTitle = (text: string): boolean => TITLE.test(text);

function labelledName(labelled: readonly Labelled[], label: string, blocks: readonly AddressBlock[]): Name | undefined {
  const found = labelled.flatMap(({ name, page, colon, candidates }) => {
    const segment = candidates.find(isName);
    return name !== label || segment === undefined ? [] : [{ segment, page, certainty: colon ? 1 : 0.9 }];
  });
  const known = new Set(blocks.flatMap(({ name }) => (name === undefined ? [] : [nameKey(name.text)])));
  const inBlock = ({ segment }: Name) => known.has(nameKey(segment.text));
  return found.find(inBlock) ?? found[0];
}

/** Compares names, and ignores case, punctuation and word order: `Doe, Jane` equals `JANE DOE`. */
export const sameName = (a: string, b: string): boolean => nameKey(a) === nameKey(b);
const nameKey = (text: string): string =>
  text
    .split(/[\s,]+/)
    .map(plain)
    .filter(Boolean)
    .toSorted()
    .join(' ');

const COMPANY =
  /\b(?:inc|incorporated|llc|l l c|corp|corporation|co|company|ltd|lp|llp|pllc|pc|group|services?|holdings|restaurants?|hospital|county|city of|town of|state of|district|schools?|church|university|college|clinic|farms?|center|centre|associates|partners|solutions|systems|industries|enterprises|stores?|foods?|logistics|construction|electric|medical|health|healthcare|department|foundation|ministries|works|grill|diner|cafe|kitchen|orchards?|ranch|transport|trucking|plumbing|repair|market|labs?|technologies|software|consulting|staffing|parish|chapel|temple|fellowship|agency|authority|bureau|commission|office|manufacturing|mfg|plastics|contractors?|paving|insurance|mechanical|hardware|landscaping|veterinary|realty|properties|financial|bank|hotel|resort|salon|auto|automotive|motors|bakery|brewing|supply|tools|products|security|cleaning|energy|media|design|studios?|academy|institute|society|trust|management|international|national|global|distribution|equipment|builders|roofing|painting|nursery|pharmacy|dairy|catering|laundry|freight|shipping|airlines?|theatre|theater|museum|library|ymca|council|borough|village of|township|unified)\b|&/i;
export const isCompany = (text: string): boolean => COMPANY.test(text.replace(/[.']/g, ''));

function rolesOf(
  blocks: readonly AddressBlock[],
  names: Record<Role, Name | undefined>,
  top: readonly Segment[],
): Record<Role, AddressBlock | undefined> {
  const isNamed = ({ name }: AddressBlock, other: Name | undefined) =>
    name !== undefined && other !== undefined && sameName(name.text, other.segment.text);
  const free = blocks.filter(
    (block) => block.name !== undefined && ROLES.every((role) => !isNamed(block, names[role])),
  );
  const employer =
    blocks.find((block) => isNamed(block, names.employer)) ??
    (names.employer === undefined ? employerAmong(free, names.employee !== undefined, top) : undefined);
  const others = free.filter(({ name }) => !sameName(name?.text ?? '', employer?.name?.text ?? ''));
  const employee =
    blocks.find((block) => isNamed(block, names.employee)) ??
    (names.employee === undefined ? (others.find(({ name }) => !isCompany(name?.text ?? '')) ?? others[0]) : undefined);
  return { employer, employee };
}

const ROLES: readonly Role[] = ['employer', 'employee'];

/**
 * Returns the address block of the employer: the block of a company if there is one, otherwise the first block. A
 * single block without the name of a company may belong to the employee. Such a block is therefore returned only if the
 * employee is known, or if the name in the block is the first name on the page and the name of a person follows.
 */
function employerAmong(
  blocks: readonly AddressBlock[],
  knows_employee: boolean,
  top: readonly Segment[],
): AddressBlock | undefined {
  const [first] = blocks;
  const company = blocks.find(({ name }) => isCompany(name?.text ?? ''));
  const isFirst = ({ text }: Segment) => sameName(text, first?.name?.text ?? '');
  const several = blocks.some(({ name }) => name !== undefined && !isFirst(name));
  const leads = top[0] !== undefined && isFirst(top[0]) && top.some((other) => isPerson(other.text) && !isFirst(other));
  return company ?? (knows_employee || several || leads ? first : undefined);
}

/**
 * Finds an employer that has neither a label nor an address: a company if there is one, otherwise the largest text at
 * the top of the page.
 */
function letterhead(top: readonly Segment[], page: Page | undefined, employee: Name | undefined): Name | undefined {
  const others = top.filter(({ text }) => employee === undefined || !sameName(text, employee.segment.text));
  const largest = others.toSorted((a, b) => (b.words[0]?.size ?? 0) - (a.words[0]?.size ?? 0))[0];
  const segment = others.find(({ text }) => isCompany(text)) ?? largest;
  return segment === undefined ? undefined : { segment, page: page?.number ?? 1, certainty: 0.6 };
}

/**
 * Adds the other lines of the employer’s name. A line is part of the name only if the line or the name looks like a
 * company, and if the line is not the name of the employee. If the employee is not known yet, a lower line is left out
 * if it looks like the name of a person.
 */
function wholeName(name: Name | undefined, pages: readonly Page[], employee: Name | undefined): Name | undefined {
  const page = pages.find(({ number }) => number === name?.page);
  if (name === undefined || page === undefined) return name;
  const isPart = (text: string, is_below: boolean): boolean =>
    /^[A-Za-z&.,'’ -]+$/.test(text) &&
    !isAddressLine(text) &&
    !isOtherLabel(text) &&
    !isTitle(text) &&
    labelName(text) === undefined &&
    (isCompany(text) || isCompany(name.segment.text)) &&
    (employee === undefined ? !is_below || !isPerson(text) : !sameName(text, employee.segment.text));
  return { ...name, segment: withWrappedLines(name.segment, page, isPart) };
}

/**
 * Finds an employee whose name has neither a label nor an address: the first text at the top of the page that looks
 * like the name of a person and is not the employer.
 */
function personAtTop(top: readonly Segment[], page: Page | undefined, employer: Name | undefined): Name | undefined {
  const segment = top.map(withoutGreeting).find(({ text, words }) => {
    const is_employer = words.some((word) => employer?.segment.words.includes(word));
    return isPerson(text) && !is_employer && !sameName(text, employer?.segment.text ?? '');
  });
  return segment === undefined ? undefined : { segment, page: page?.number ?? 1, certainty: 0.5 };
}

/** Removes the greeting from a text such as `Hi Jane Doe,`. */
const withoutGreeting = (segment: Segment): Segment =>
  /^(?:hi|hello|dear)$/i.test(segment.words[0]?.text ?? '') && segment.words.length > 2
    ? segmentOf(segment.words.slice(1))
    : segment;

/** Whether the text has two to six words that begin with capital letters: `Mary-Ann O’Neil Jr.`, `DOE, JANE A`. */
const isPerson = (text: string): boolean =>
  !isCompany(text) &&
  /^[A-Z][A-Za-z.'’-]*,?(?: (?:[A-Z][A-Za-z.'’-]*,?|de|la|las|los|del|da|di|van|von|der|den|el|al|bin|y)){1,5}$/.test(
    text,
  );

/** Returns the texts in the upper part of the first page that are neither labels nor titles nor parts of tables. */
function namesAtTop(page: Page | undefined, used: ReadonlySet<Word>): Segment[] {
  if (page === undefined) return [];
  const words = page.words.filter((word) => !used.has(word) && word.box.bottom < TOP_PART * page.height);
  return linesOf(words)
    .filter((line) => line.words.length <= 40)
    .map((line) => piecesOf(line, () => false))
    .flatMap((pieces) => pieces.filter(({ label }, at) => label === undefined && !isLabelPiece(pieces[at - 1])))
    .filter((piece) => isName(piece) && (sectionOf(piece.text) === undefined || LEGAL_FORM.test(piece.text)));
}

/**
 * Whether the piece of a line is a label. The text after a label is the value of the label, so it is not an unlabelled
 * name.
 */
const isLabelPiece = (piece: Piece | undefined): boolean =>
  piece !== undefined && (piece.label !== undefined || isOtherLabel(piece.text));

/**
 * A text that ends with a legal form, such as `Acme Company`, is a name. Elsewhere in a text, `company` may belong to a
 * heading of employer contributions.
 */
const LEGAL_FORM = /^\S+ .*\b(?:inc|incorporated|llc|lp|llp|pllc|corp|corporation|company|co|ltd)\.?$/i;

const TOP_PART = 0.3;
