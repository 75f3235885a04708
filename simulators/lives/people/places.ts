// Invented shops, and the routing number that all accounts share.
import type { Place } from '../life.ts';

export const ROUTING_NUMBER = '123456780';

export const DAILY: readonly Place[] = [
  { name: 'GREEN BASKET MARKET', mcc: 5411, category: 'groceries', amount: [1_890, 12_450] },
  { name: 'CORNER PANTRY', mcc: 5411, category: 'groceries', amount: [640, 3_980] },
  { name: 'BLUEBIRD COFFEE', mcc: 5814, category: 'restaurants', amount: [385, 1_240] },
  { name: 'NOODLE LANTERN', mcc: 5812, category: 'restaurants', amount: [1_420, 5_860] },
  { name: 'ROADRUNNER FUEL', mcc: 5541, category: 'fuel', amount: [2_450, 5_990] },
  { name: 'MAPLE STREET PHARMACY', mcc: 5912, category: 'health', amount: [780, 4_650] },
];

export const LEISURE: readonly Place[] = [
  { name: 'STARLIGHT CINEMA', mcc: 7832, category: 'entertainment', amount: [1_350, 4_200] },
  { name: 'HARBOR BOOKS', mcc: 5942, category: 'shopping', amount: [1_099, 6_800] },
  { name: 'THREADS AND CO', mcc: 5651, category: 'shopping', amount: [2_900, 14_500] },
  { name: 'TRAILHEAD OUTFITTERS', mcc: 5941, category: 'shopping', amount: [1_800, 18_900] },
  { name: 'CLOUDLINE AIR', mcc: 4511, category: 'travel', amount: [9_800, 38_000] },
  { name: 'STREAMVINE', mcc: 4899, category: 'subscriptions', amount: [999, 1_899] },
];

export const SHOP_SUPPLIES: readonly Place[] = [
  { name: 'MILLSTONE FLOUR SUPPLY', mcc: 5199, category: 'supplies', amount: [2_400, 18_000] },
  { name: 'PACKWELL BOXES', mcc: 5113, category: 'supplies', amount: [900, 6_400] },
  { name: 'ROADRUNNER FUEL', mcc: 5541, category: 'fuel', amount: [2_450, 5_990] },
  { name: 'DAIRY LANE WHOLESALE', mcc: 5451, category: 'supplies', amount: [1_500, 9_900] },
];
