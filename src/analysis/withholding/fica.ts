// Social Security and Medicare taxes withheld from one pay check.
import { divideRounded, greater, lesser, PPM } from '#base/money.ts';

const SOCIAL_SECURITY_PPM = 62_000n;
const MEDICARE_PPM = 14_500n;
const ADDITIONAL_MEDICARE_PPM = 9_000n;
/**
 * The yearly wages, in cents, above which employers withhold the additional Medicare tax. They are the same for every
 * filing status.
 */
const ADDITIONAL_MEDICARE_ABOVE = 20_000_000n;

/**
 * The Social Security wage base in cents, per year and employer. For any year other than 2025 and 2026, the wage base
 * of the nearer of these two years is used.
 */
export const wageBase = (year: number): bigint => (year <= 2025 ? 17_610_000n : 18_450_000n);

/** The published Social Security wage base in cents; undefined for years outside of the table. */
export const publishedWageBase = (year: number): bigint | undefined => {
  const dollars = WAGE_BASES[year];
  return dollars === undefined ? undefined : BigInt(dollars) * 100n;
};

const WAGE_BASES: Record<number, number> = {
  2018: 128_400,
  2019: 132_900,
  2020: 137_700,
  2021: 142_800,
  2022: 147_000,
  2023: 160_200,
  2024: 168_600,
  2025: 176_100,
  2026: 184_500,
};

export type FicaInput = {
  year: number;
  /** The pay check's wages that are subject to Social Security and Medicare taxes, in cents. */
  wages: bigint;
  /** The wages that this employer paid earlier in the same year and that are subject to the same taxes. */
  wages_before: bigint;
};

export type Fica = {
  social_security: bigint;
  medicare: bigint;
  /** The part of the wages that lies below the wage base. */
  social_security_wages: bigint;
};

/**
 * Computes the Social Security and Medicare tax of one pay check. It is the tax due on the year's wages up to this pay
 * check, minus the tax on the wages before it. So the year's tax is exact, rounding errors do not add up, and the tax
 * of a single pay check differs from wages times rate by at most a cent.
 */
export function ficaOf({ year, wages, wages_before }: FicaInput): Fica {
  const wages_after = wages_before + wages;
  const below_before = lesser(wages_before, wageBase(year));
  const below_after = lesser(wages_after, wageBase(year));
  return {
    social_security: socialSecurityOn(below_after) - socialSecurityOn(below_before),
    medicare: medicareOn(wages_after) - medicareOn(wages_before),
    social_security_wages: below_after - below_before,
  };
}

/** The Social Security tax on a year's wages. */
export const socialSecurityOn = (wages: bigint): bigint => divideRounded(wages * SOCIAL_SECURITY_PPM, PPM);

/** The Medicare tax on a year's wages. */
export const medicareOn = (wages: bigint): bigint =>
  divideRounded(wages * MEDICARE_PPM + greater(wages - ADDITIONAL_MEDICARE_ABOVE, 0n) * ADDITIONAL_MEDICARE_PPM, PPM);
