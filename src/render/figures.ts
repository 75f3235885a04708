// How documents write what they show: amounts, dates, addresses, masks. What is not known is a dash.
import { maskSsn } from '#base/mask.ts';
import { formatMoney } from '#base/money.ts';
import type { Address } from '#domain/reports/payroll.ts';

export const DASH = '–';

/** `1,234.56`, for money and for every other quantity with two decimals. */
export const amount = (hundredths: bigint | null | undefined): string =>
  hundredths === null || hundredths === undefined
    ? DASH
    : formatMoney(hundredths).replaceAll(/\B(?=(?:\d{3})+\.)/g, ',');

/** `02/27/2026`. */
export const usDate = (date: string | null): string =>
  date === null ? DASH : `${date.slice(5, 7)}/${date.slice(8, 10)}/${date.slice(0, 4)}`;

export const orDash = (text: string | null | undefined): string =>
  text === null || text === undefined || text.trim() === '' ? DASH : text;

/** `***-**-9991`, as the mask of answers with its dashes. */
export const maskedSsn = (ssn: string | null): string =>
  ssn === null ? DASH : maskSsn(ssn).replace(/^(.{3})(.{2})(.{4})$/, '$1-$2-$3');

/** Street, then city, state and ZIP. At home the country goes without saying. */
export function addressLines({ street, city, state, zip, country }: Address): string[] {
  const region = [state, zip].filter(isSaid).join(' ');
  const place = [city, region].filter(isSaid).join(', ');
  const lines = [street, place, country === 'US' ? null : country].filter(isSaid);
  return lines.length === 0 ? [DASH] : lines;
}

const isSaid = (text: string | null): text is string => text !== null && text.trim() !== '';
