import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, addMonths, toDate, toDay } from '#base/calendar.ts';
import { sum } from '#base/money.ts';
import { bankOn } from '#connectors/sandbox/bank/bank.ts';
import type { Policy } from '#domain/reports/insurance.ts';
import { bankLifeOf } from './bank-people.ts';
import { carPremium, insuranceOn } from './insurance.ts';

const anyDay = fc.integer({ min: toDay('2024-01-01'), max: toDay('2036-12-31') }).map(toDate);
const later = fc.integer({ min: 0, max: 3_650 });

const premiumsOf = ({ vehicles, dwellings }: Policy): bigint =>
  sum([...vehicles, ...dwellings].flatMap(({ coverages }) => coverages.map(({ premium }) => premium ?? 0n)));

describe('insurance data of the login `goodlogin`', () => {
  test('the insured person has one AUTO policy, and one HOMEOWNERS policy with a claim, whatever the first login day is', () => {
    fc.assert(
      fc.property(anyDay, (today) => {
        const { insurance, identity } = insuranceOn(today, today, 'link');
        expect(insurance.policies.map(({ policy_type, status }) => `${policy_type} ${status}`)).toEqual([
          'AUTO ACTIVE',
          'HOMEOWNERS ACTIVE',
        ]);
        const [auto, home] = insurance.policies;
        expect([auto?.claims.length, home?.claims.length]).toEqual([0, 1]);
        expect(home?.claims[0]?.dwelling_id).toBe(home?.dwellings[0]?.id);
        expect(home?.dwellings[0]?.mortgagees.map(({ type }) => type)).toEqual(['FIRST']);
        expect(auto?.vehicles[0]?.lien_holder).toBe('Cottonwood Auto Finance');
        expect(insurance.driving_records[0]?.driver_id).toBe(insurance.drivers[0]?.id);
        expect(identity).toMatchObject({ full_name: 'Jordan E Averill', ssn: '991919991' });
      }),
      { numRuns: 25, examples: [['2024-02-29'], ['2026-12-31']] },
    );
  });

  test('one policy of each type is active on every day since the first login; the premiums of a policy’s coverages add up to the policy’s total premium', () => {
    fc.assert(
      fc.property(anyDay, later, (first_login, days) => {
        const today = addDays(first_login, days);
        const { policies } = insuranceOn(first_login, today, 'link').insurance;
        const running = policies.filter(({ status }) => status === 'ACTIVE');
        expect(running.map(({ policy_type }) => policy_type).toSorted()).toEqual(['AUTO', 'HOMEOWNERS']);
        for (const policy of policies) {
          const { effective_date, expiry_date, status } = policy;
          expect((effective_date ?? '9999') <= today).toBe(true);
          expect((expiry_date ?? '') > today).toBe(status === 'ACTIVE');
          expect(premiumsOf(policy)).toBe(policy.total_premium);
        }
        expect(policies.flatMap(({ claims }) => claims)).toHaveLength(1);
      }),
      { numRuns: 40 },
    );
  });

  test('insurance data still contains a policy that expired and was renewed: only the status of the old policy changes, and the new policy has new ids', () => {
    const first = '2026-03-04';
    const ends = addMonths(first, 7);
    const [, before] = insuranceOn(first, addDays(ends, -1), 'link').insurance.policies;
    const [after, running] = ['EXPIRED', 'ACTIVE'].map((status) =>
      insuranceOn(first, ends, 'link').insurance.policies.find(
        (policy) => policy.policy_type === 'AUTO' && policy.status === status,
      ),
    );
    expect(before).toMatchObject({ policy_type: 'AUTO', status: 'ACTIVE', expiry_date: ends });
    expect(after).toEqual({ ...before, status: 'EXPIRED' });
    expect(running).toMatchObject({ effective_date: ends, carrier_policy_number: before?.carrier_policy_number });
    const idsOf = (policy: Policy | undefined): string[] => JSON.stringify(policy, plain).match(/[0-9a-f]{32}/g) ?? [];
    expect(idsOf(running).filter((id) => idsOf(before).includes(id))).toEqual([]);
  });

  test('insurance data contains the premiums that are paid from the same person’s bank account', () => {
    const first = '2026-03-04';
    const today = addMonths(first, 14);
    const paid = bankOn(bankLifeOf('goodlogin', first), today, 'link', 24)
      .transactions.filter(({ description }) => description.startsWith('VOUCH MUTUAL INS PREM'))
      .map(({ amount }) => amount);
    expect(new Set(paid)).toEqual(new Set([carPremium(1), carPremium(0), carPremium(-1)]));
    const auto = insuranceOn(first, today, 'link').insurance.policies.find(({ policy_type }) => policy_type === 'AUTO');
    expect(auto?.total_premium).toBe((paid[0] ?? 0n) * 12n);
  });
});

const plain = (_key: string, part: unknown) => (typeof part === 'bigint' ? `${part}n` : part);
