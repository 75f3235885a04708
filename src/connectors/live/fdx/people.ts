// Maps the FDX customer to the person in our data and to an owner of accounts.
import { NO_ADDRESS } from '#connectors/blanks.ts';
import { objectId } from '#connectors/wire.ts';
import type { Owner } from '#domain/reports/financial-accounts.ts';
import type { Address, Profile } from '#domain/reports/payroll.ts';
import { dateAt, type FdxRow, isRow, rowAt, rowsAt, textAt } from './wire.ts';

export function toProfile(customer: FdxRow, link_id: string): Profile {
  const name = rowAt(customer, 'name');
  const [first_name, last_name] = [textAt(name, 'first'), textAt(name, 'last')];
  const tax_id = textAt(customer, 'taxId')?.replaceAll(/[ -]/g, '') ?? '';
  return {
    id: objectId(link_id, 'profile', textAt(customer, 'customerId') ?? 'customer'),
    first_name,
    last_name,
    full_name: fullNameOf(name),
    middle_initials: initialsOf(textAt(name, 'middle')),
    email: emailOf(customer),
    phone: phoneOf(customer),
    ssn: /^\d{9}$/.test(tax_id) ? tax_id : null,
    date_of_birth: dateAt(customer, 'dateOfBirth'),
    home_address: addressOf(customer),
  };
}

export function toOwner(customer: FdxRow, link_id: string, account_id: string): Owner {
  return {
    // The id depends on the account too, because a person may have a different relation to each account.
    id: objectId(link_id, 'owner', `${textAt(customer, 'customerId') ?? 'customer'}/${account_id}`),
    full_name: fullNameOf(rowAt(customer, 'name')),
    email: emailOf(customer),
    phone: phoneOf(customer),
    address: addressOf(customer),
    relation_type: relationOf(customer, account_id),
  };
}

function fullNameOf(name: FdxRow): string | null {
  const parts = ['first', 'middle', 'last', 'suffix'].flatMap((part) => textAt(name, part) ?? []);
  return parts.length === 0 ? null : parts.join(' ');
}

const initialsOf = (middle: string | null): string | null =>
  middle === null
    ? null
    : middle
        .split(/\s+/)
        .map((part) => part.slice(0, 1).toUpperCase())
        .join('');

/**
 * Returns the email address. FDX 5 and 6 define a list of email addresses. Some providers send a list of objects
 * instead.
 */
function emailOf(customer: FdxRow): string | null {
  const list = [customer['email'], customer['emails']].flat();
  for (const item of list) {
    const text = isRow(item) ? textAt(item, 'address') : textAt({ item }, 'item');
    if (text?.includes('@')) return text;
  }
  return null;
}

function phoneOf(customer: FdxRow): string | null {
  const list = [customer['telephones']].flat();
  for (const item of list) {
    const row = isRow(item) ? item : { number: item };
    const number = textAt(row, 'number');
    if (number !== null) return formatPhone(number, textAt(row, 'country'));
  }
  return null;
}

/** A phone number of ten digits is treated as a US number, unless the provider names another country. */
function formatPhone(number: string, country: string | null): string {
  const digits = number.replaceAll(/\D/g, '');
  const is_us = country === null || /^(?:\+?1|US|USA)$/i.test(country);
  return is_us && digits.length === 10 ? `+1${digits}` : number;
}

function addressOf(customer: FdxRow): Address {
  const all = rowsAt(customer, 'addresses');
  const address = all.find((row) => textAt(row, 'type') === 'HOME') ?? all[0];
  if (address === undefined) return NO_ADDRESS;
  const lines = ['line1', 'line2', 'line3'].flatMap((line) => textAt(address, line) ?? []);
  return {
    street: lines.length === 0 ? null : lines.join(', '),
    city: textAt(address, 'city'),
    // FDX 6 renamed `state` to `region`.
    state: textAt(address, 'region') ?? textAt(address, 'state'),
    zip: textAt(address, 'postalCode'),
    country: textAt(address, 'country'),
  };
}

/** Returns the relation of the customer to the account, or null if the provider does not state it. */
function relationOf(customer: FdxRow, account_id: string): Owner['relation_type'] {
  const account = rowsAt(customer, 'accounts').find((row) => textAt(row, 'accountId') === account_id);
  const relation = account && textAt(account, 'relationship');
  if (relation === null || relation === undefined) return null;
  if (relation === 'SOLE_OWNER' || relation.startsWith('PRIMARY')) return 'PRIMARY';
  if (relation.startsWith('SECONDARY_JOINT') || relation === 'JOINT') return 'JOINT';
  return relation.startsWith('SECONDARY') || relation === 'AUTHORIZED_USER' ? 'SECONDARY' : 'OTHER';
}
