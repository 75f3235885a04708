// Tests the sandbox searches with names that new users are likely to type. The names were written from memory,
// independently of the service's own lists.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { type Call, newClient, openTestHouse, type TestHouse } from '#test/house.ts';
import { newUser } from '#test/tasks.ts';
import { openWidget } from '#test/widget.ts';

let house: TestHouse;
let call: Call;
let prod: Call;
beforeAll(async () => {
  house = await openTestHouse();
  ({ sandbox: call, prod } = await newClient(house));
});
afterAll(() => house.close());

const BANKS = `chase, jp morgan, JPMorgan Chase, bank of america, BofA, wells fargo, wells, citi, citibank, capital one,
  american express, amex, discover, us bank, U.S. Bank, pnc, PNC Bank, truist, td bank, goldman sachs, marcus, ally,
  Ally Bank, usaa, navy federal, navy federal credit union, schwab, charles schwab, fidelity, sofi, chime, varo, current,
  huntington, keybank, key bank, fifth third, m&t, M&T Bank, regions, citizens bank, bmo, bmo harris, santander,
  synchrony, barclays, hsbc, first citizens, comerica, zions, flagstar, first horizon, east west bank, frost bank, penfed,
  alliant, becu, golden 1, etrade, morgan stanley, merrill lynch, vanguard, robinhood, green dot, venmo, cash app`
  .split(',')
  .map((name) => name.trim());

const EMPLOYERS = `Walmart, Amazon, Home Depot, Target, Costco, Kroger, UPS, FedEx, Starbucks, McDonald's, Walgreens,
  CVS Health, Lowe's, Best Buy, Apple, Microsoft, Google, Meta, Netflix, Tesla, Uber, Lyft, DoorDash, Instacart, IBM,
  Intel, Oracle, Salesforce, Cisco, Accenture, Deloitte, ADP, Robert Half, Kelly Services, Adecco, Randstad, TJ Maxx,
  Whole Foods, Trader Joe's, Aldi, Safeway, Burger King, Taco Bell, KFC, Subway, Dunkin, Domino's, Delta Air Lines,
  American Airlines, United Airlines, UnitedHealth Group, Kaiser Permanente, Johnson & Johnson, Pfizer, Mayo Clinic,
  Cleveland Clinic, Johns Hopkins, Harvard University, Stanford University, University of California, US Army, US Navy,
  USPS, Department of Veterans Affairs, State of California, City of New York, Bank of America, Wells Fargo, Goldman Sachs,
  State Farm, GEICO, ExxonMobil, Chevron, Procter & Gamble, PepsiCo, Boeing, Lockheed Martin, General Electric, Ford,
  General Motors, Toyota, AT&T, Verizon, Comcast, Walt Disney, Marriott, Hilton`
  .split(',')
  .map((name) => name.trim());

const found = async (path: string, query: string, sender = call) => {
  const response = await sender('GET', `${path}?query=${encodeURIComponent(query)}`);
  expect(response.statusCode).toBe(200);
  return response.json();
};

test('a search for a well-known bank or card issuer finds the sandbox bank in sandbox and nothing in prod', async () => {
  const missing: string[] = [];
  for (const name of BANKS) {
    const { results } = await found('/v1/providers/', name);
    if (!results.some(({ id }: { id: string }) => id === 'vouch_bank')) missing.push(name);
    expect((await found('/v1/providers/', name, prod)).results).toEqual([]);
  }
  expect(missing).toEqual([]);
});

test('the widget shows the name of the bank that was searched for, together with the name of the provider that is actually used', async () => {
  const { get } = await openWidget(house, call, await newUser(call, newId()), { product_type: 'assets' });
  const names = (query: string) => get(`providers/?data_source=financial_accounts&query=${encodeURIComponent(query)}`);
  expect(JSON.stringify(await names('chase'))).toContain('"name":"Chase (Vouch Bank)"');
  expect(JSON.stringify(await names('bofa'))).toContain('"name":"BofA (Vouch Bank)"');
  expect(JSON.stringify(await names('vouch bank'))).toContain('"name":"Vouch Bank"');
});

test('a search by name finds large employers of all kinds in the company catalogue', async () => {
  const missing: string[] = [];
  for (const name of EMPLOYERS) {
    const [best] = await found('/v1/company-mappings-search/', name);
    const words = name.toLowerCase().split(/[^a-z]+/);
    if (best === undefined || !best.name.toLowerCase().includes(words[0] ?? '')) missing.push(`${name}: ${best?.name}`);
  }
  expect(missing).toEqual([]);
});
