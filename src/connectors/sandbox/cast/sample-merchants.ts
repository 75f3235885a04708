// Invented merchants at which the sample people shop, with the merchant category codes that card networks use.
import type { Merchant } from '#connectors/sandbox/lives/bank-life.ts';

export type City = { name: string; latitude: number; longitude: number };

export const DENVER: City = { name: 'DENVER CO', latitude: 39.7508, longitude: -104.9966 };
export const AUSTIN: City = { name: 'AUSTIN TX', latitude: 30.2672, longitude: -97.7431 };
export const BOSTON: City = { name: 'BOSTON MA', latitude: 42.3601, longitude: -71.0589 };
export const PHOENIX: City = { name: 'PHOENIX AZ', latitude: 33.4484, longitude: -112.074 };
export const TAMPA: City = { name: 'TAMPA FL', latitude: 27.9506, longitude: -82.4572 };
export const SANTA_FE: City = { name: 'SANTA FE NM', latitude: 35.687, longitude: -105.9378 };
export const COLUMBUS: City = { name: 'COLUMBUS OH', latitude: 39.9612, longitude: -82.9988 };

const shop = (
  { name, latitude, longitude }: City,
  sign: string,
  merchant_category_code: number,
  categories: string[],
  percent: number,
  amount: Merchant['amount'],
  /** Whether the card terminal reports its location; many terminals do not. */
  is_located = false,
): Merchant => ({
  description: `POS PURCHASE ${sign} ${name}`,
  categories,
  merchant_category_code,
  amount,
  percent,
  ...(is_located ? { location: { latitude, longitude } } : {}),
});

const FOOD = 'Food and Drink';

/** A merchant at which the person buys something every day, so that there is always a pending purchase. */
export const coffee = (city: City): Merchant =>
  shop(city, 'QUARRY COFFEE 0417', 5814, [FOOD, 'Coffee'], 100, [425, 780], true);
export const groceries = (city: City, percent: number): Merchant =>
  shop(city, 'SUNNY FORK MKT #114', 5411, [FOOD, 'Groceries'], percent, [1_840, 9_650], true);
export const cornerShop = (city: City, percent: number): Merchant =>
  shop(city, 'LITTLE ACORN GROCER', 5499, [FOOD, 'Groceries'], percent, [380, 2_460]);
export const restaurant = (city: City, percent: number): Merchant =>
  shop(city, 'PINE & BARLEY KITCHEN', 5812, [FOOD, 'Restaurants'], percent, [1_450, 6_800]);
export const takeaway = (city: City, percent: number): Merchant =>
  shop(city, 'TIN WHISTLE NOODLES', 5814, [FOOD, 'Fast Food'], percent, [895, 2_150]);
export const fuel = (city: City, percent: number): Merchant =>
  shop(city, 'GREENLIGHT FUEL 2208', 5541, ['Transportation', 'Gas'], percent, [2_850, 5_640], true);
export const transit = (city: City, percent: number): Merchant =>
  shop(city, 'METRO RIDE TICKET', 4111, ['Transportation', 'Public Transit'], percent, [275, 550]);
export const pharmacy = (city: City, percent: number): Merchant =>
  shop(city, 'MEADOW DRUG 031', 5912, ['Health', 'Pharmacy'], percent, [640, 4_820]);
export const clothing = (city: City, percent: number): Merchant => ({
  ...shop(city, 'HOUSE OF HEMLINE', 5651, ['Shopping', 'Clothing'], percent, [2_490, 11_900]),
  returned_percent: 20,
});
export const household = (city: City, percent: number): Merchant => ({
  ...shop(city, 'BRASS HINGE HARDWARE', 5251, ['Shopping', 'Home'], percent, [980, 8_400]),
  returned_percent: 6,
});

export const EVERYDAY = (city: City): Merchant[] => [
  coffee(city),
  groceries(city, 26),
  cornerShop(city, 14),
  restaurant(city, 12),
  takeaway(city, 15),
  fuel(city, 9),
  pharmacy(city, 4),
  clothing(city, 4),
  household(city, 4),
];

export const FRUGAL = (city: City): Merchant[] => [
  groceries(city, 20),
  cornerShop(city, 20),
  takeaway(city, 12),
  transit(city, 30),
  pharmacy(city, 4),
];
