// Formats amounts, dates, addresses and masked numbers in documents. An unknown value is shown as a dash.
import { maskSsn } from '#base/mask.ts';
import { formatMoney } from '#base/money.ts';
import type { Address } from '#domain/reports/payroll.ts';

export const DASH = '–';

/** Formats money or any other quantity with two decimals, as `1,234.56`. */
export const amount = (hundredths: bigint | null | undefined): string =>
  hundredths === null || hundredths === undefined
    ? DASH
    : formatMoney(hundredths).replaceAll(/\B(?=(?:\d{3})+\.)/g, ',');

/** Formats a date as `02/27/2026`. */
export const usDate = (date: string | null): string =>
  date === null ? DASH : `${date.slice(5, 7)}/${date.slice(8, 10)}/${date.slice(0, 4)}`;

export const orDash = (text: string | null | undefined): string =>
  text === null || text === undefined || text.trim() === '' ? DASH : text;

/** Formats an SSN as `***-**-9991`, masked as in API responses, but with dashes. */
export const maskedSsn = (ssn: string | null): string =>
  ssn === null ? DASH : maskSsn(ssn).replace(/^(.{3})(.{2})(.{4})$/, '$1-$2-$3');

/** Returns the lines of an address: the street, then city, state and ZIP. The country is omitted for US addresses. */
export function addressLines({ street, city, state, zip, country }: Address): string[] {
  const region = [state, zip].filter(isPresent).join(' ');
  const place = [city, region].filter(isPresent).join(', ');
  const lines = [street, place, country === 'US' ? null : country].filter(isPresent);
  return lines.length === 0 ? [DASH] : lines;
}

const isPresent = (text: string | null): text is string => text !== null && text.trim() !== '';
