// Calculations with dates of the form YYYY-MM-DD.

const asDate = (date: string): Date => new Date(`${date}T00:00:00Z`);
const asText = (date: Date): string => date.toISOString().slice(0, 10);

export const isDate = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(asDate(text).getTime()) && asText(asDate(text)) === text;

export function addDays(date: string, days: number): string {
  const at = asDate(date);
  at.setUTCDate(at.getUTCDate() + days);
  return asText(at);
}

export function addMonths(date: string, months: number): string {
  const at = asDate(date);
  const day = at.getUTCDate();
  at.setUTCDate(1);
  at.setUTCMonth(at.getUTCMonth() + months);
  const last = Number(lastDay(asText(at)).slice(8));
  at.setUTCDate(Math.min(day, last));
  return asText(at);
}

export function lastDay(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return asText(new Date(Date.UTC(year, number, 0)));
}

const FRIDAY = 5;
export const lastFriday = (today: string): string => addDays(today, -((asDate(today).getUTCDay() - FRIDAY + 7) % 7));
