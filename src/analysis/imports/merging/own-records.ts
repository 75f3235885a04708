// Finds the records of one person in a file about many people: by the tax number, otherwise by the name.
import type { ImportedForm1099, ImportedPayment, ImportedW2 } from '#analysis/imports/imported-parts.ts';

export type Sought = {
  /** The SSN of the person: all nine digits, or only the last four. */
  ssn: string | null;
  first_name: string | null;
  last_name: string | null;
};

export class NobodyFound extends Error {}
/**
 * Several people in the file have the person's name, and the person's tax number does not show which of them is the
 * person.
 */
export class SeveralFound extends Error {}

export const isOwnPayment = (sought: Sought, payment: ImportedPayment): boolean => isOwn(sought, payeeOf(payment));
export const isOwnW2 = (sought: Sought, w2: ImportedW2): boolean => isOwn(sought, employeeOf(w2));
export const isOwnForm = (sought: Sought, form: ImportedForm1099): boolean => isOwn(sought, recipientOf(form));

/**
 * Checks the records that were found for a person in a file about many people. Throws `NobodyFound` if there are no
 * records, and `SeveralFound` if they belong to several people.
 */
export function checkRecords({ payments, w2s, forms }: Records): void {
  if (payments.length + w2s.length + forms.length === 0) throw new NobodyFound();
  const people = [...w2s.map(employeeOf), ...forms.map(recipientOf)].flatMap(({ tax_id }) => tax_id ?? []);
  if (new Set(people).size > 1) throw new SeveralFound();
  // An employer gives each employee one number, so two numbers of one employer belong to two people.
  const numbers = new Map<string, string>();
  for (const { company_id, receiver_id } of payments) {
    if (receiver_id === null) continue;
    if ((numbers.get(company_id) ?? receiver_id) !== receiver_id) throw new SeveralFound();
    numbers.set(company_id, receiver_id);
  }
}

type Payment = Pick<ImportedPayment, 'company_id' | 'receiver_id' | 'receiver_name'>;
type W2 = Pick<ImportedW2, 'employee'>;
type Form = Pick<ImportedForm1099, 'recipient' | 'recipient_tax_id_type'>;
type Records = { payments: readonly Payment[]; w2s: readonly W2[]; forms: readonly Form[] };

type Named = { tax_id: string | null; name: string; is_cut: boolean };

const employeeOf = ({ employee }: W2): Named => ({
  tax_id: ssnOf(employee.tax_id),
  name: `${employee.first_name} ${employee.middle_name} ${employee.last_name}`,
  is_cut: false,
});

/**
 * An employer identification number does not identify a person, so a recipient with such a number is found by the name.
 */
const recipientOf = ({ recipient, recipient_tax_id_type }: Form): Named => ({
  tax_id: recipient_tax_id_type === 'EIN' ? null : ssnOf(recipient.tax_id),
  name: recipient.name,
  is_cut: false,
});

const RECEIVER_NAME_LENGTH = 22;

/** Some employers write the SSN into the field for the receiver’s number. */
const payeeOf = ({ receiver_id, receiver_name }: Payment): Named => ({
  tax_id: ssnOf(receiver_id),
  name: receiver_name,
  is_cut: receiver_name.length >= RECEIVER_NAME_LENGTH,
});

/**
 * Returns nine digits that can be an SSN or ITIN. Returns null for other numbers, such as nine zeros, which stand for
 * an SSN that was applied for.
 */
function ssnOf(text: string | null): string | null {
  const digits = (text ?? '').replace(/[ -]/g, '');
  return /^(?!000|666)\d{3}(?!00)\d{2}(?!0000)\d{4}$/.test(digits) ? digits : null;
}

function isOwn({ ssn, ...person }: Sought, { tax_id, name, is_cut }: Named): boolean {
  if (tax_id !== null && ssn?.length === 9) return tax_id === ssn;
  if (tax_id !== null && ssn !== null && !tax_id.endsWith(ssn)) return false;
  return isNamed(name, person, is_cut);
}

/** Words that a file may add to a name or leave out. */
const ADDITIONS: ReadonlySet<string> = new Set(['jr', 'sr', 'ii', 'iii', 'iv', 'mr', 'mrs', 'ms', 'dr']);

function wordsOf(name: string | null): string[] {
  const plain = (name ?? '')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’`.]/g, '');
  return (plain.match(/\p{L}+/gu) ?? []).filter((word) => !ADDITIONS.has(word));
}

/**
 * Whether the name contains all words of the last name, and the first name or its initial, in any order. In a name that
 * is cut off, the last word may be incomplete. The result is false if the person has no first name or no last name.
 */
function isNamed(name: string, person: Omit<Sought, 'ssn'>, is_cut: boolean): boolean {
  const left = wordsOf(name);
  const cut_off = is_cut ? left.at(-1) : undefined;
  const [first] = wordsOf(person.first_name);
  const last = wordsOf(person.last_name);
  if (first === undefined || last.length === 0) return false;
  const take = (word: string): boolean => {
    const at = left.findIndex((other) => other === word || (other === cut_off && word.startsWith(other)));
    if (at !== -1) left.splice(at, 1);
    return at !== -1;
  };
  if (!last.every(take)) return false;
  return take(first) || left.some((word) => word.length === 1 && first.startsWith(word));
}
