import { describe, expect, it } from 'vitest';
import { areSuspicious, type Severity } from './fraud-signals.ts';

const signals = (...severities: Severity[]) => severities.map((severity) => ({ severity }));

describe('areSuspicious()', () => {
  it('is true for one strong sign', () => expect(areSuspicious(signals('high'))).toBe(true));
  it('is true for two medium signs', () => expect(areSuspicious(signals('medium', 'low', 'medium'))).toBe(true));
  it('is false for one medium sign, even together with weak signs', () =>
    expect(areSuspicious(signals('medium', 'low', 'low'))).toBe(false));
  it('is false for an empty list of signals', () => expect(areSuspicious([])).toBe(false));
});
