// Formatting in documents: amounts, dates, addresses, masks. An unknown value is shown as a dash.
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

/** `***-**-9991`: the mask of API responses, with dashes. */
export const maskedSsn = (ssn: string | null): string =>
  ssn === null ? DASH : maskSsn(ssn).replace(/^(.{3})(.{2})(.{4})$/, '$1-$2-$3');

/** Street, then city, state and ZIP. The country is left out for US addresses. */
export function addressLines({ street, city, state, zip, country }: Address): string[] {
  const region = [state, zip].filter(isPresent).join(' ');
  const place = [city, region].filter(isPresent).join(', ');
  const lines = [street, place, country === 'US' ? null : country].filter(isPresent);
  return lines.length === 0 ? [DASH] : lines;
}

const isPresent = (text: string | null): text is string => text !== null && text.trim() !== '';
