// Social Security and Medicare taxes withheld from one pay check.
import { divideRounded, greater, lesser, PPM } from '#base/money.ts';

const SOCIAL_SECURITY_PPM = 62_000n;
const MEDICARE_PPM = 14_500n;
const ADDITIONAL_MEDICARE_PPM = 9_000n;
/**
 * Employers withhold the additional Medicare tax on wages above this amount, in cents, regardless of the filing status.
 */
const ADDITIONAL_MEDICARE_ABOVE = 20_000_000n;

/**
 * The Social Security wage base in cents, per year and employer. Years other than 2025 and 2026 use the nearer of these
 * two years.
 */
export const wageBase = (year: number): bigint => (year <= 2025 ? 17_610_000n : 18_450_000n);

export type FicaInput = {
  year: number;
  /** The pay check's wages that are subject to Social Security and Medicare taxes, in cents. */
  wages: bigint;
  /** The year's earlier wages from this employer that are subject to the same taxes. */
  wages_before: bigint;
};

export type Fica = {
  social_security: bigint;
  medicare: bigint;
  /** The part of the wages that lies below the wage base. */
  social_security_wages: bigint;
};

/**
 * Each pay check brings the year's tax to the amount due on the year's wages so far. So the year's tax is exact,
 * rounding errors do not add up, and a single pay check's tax is within a cent of wages times rate.
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

const socialSecurityOn = (wages: bigint): bigint => divideRounded(wages * SOCIAL_SECURITY_PPM, PPM);

const medicareOn = (wages: bigint): bigint =>
  divideRounded(wages * MEDICARE_PPM + greater(wages - ADDITIONAL_MEDICARE_ABOVE, 0n) * ADDITIONAL_MEDICARE_PPM, PPM);
