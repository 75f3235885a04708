import { describe, expect, it } from 'vitest';
import { areSuspicious, type Severity } from './fraud-signals.ts';

const signals = (...severities: Severity[]) => severities.map((severity) => ({ severity }));

describe('areSuspicious()', () => {
  it('returns true for one strong sign', () => expect(areSuspicious(signals('high'))).toBe(true));
  it('returns true for two medium signs', () => expect(areSuspicious(signals('medium', 'low', 'medium'))).toBe(true));
  it('returns false for one medium sign, even together with weak signs', () =>
    expect(areSuspicious(signals('medium', 'low', 'low'))).toBe(false));
  it('returns false for an empty list of signs', () => expect(areSuspicious([])).toBe(false));
});
