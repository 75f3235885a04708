import { describe, expect, it } from 'vitest';
import { areSuspicious, type Severity } from './fraud-signals.ts';

const signals = (...severities: Severity[]) => severities.map((severity) => ({ severity }));

describe('a document is suspicious', () => {
  it('with one strong sign', () => expect(areSuspicious(signals('high'))).toBe(true));
  it('with two medium signs', () => expect(areSuspicious(signals('medium', 'low', 'medium'))).toBe(true));
  it('not with one medium sign and weak signs', () =>
    expect(areSuspicious(signals('medium', 'low', 'low'))).toBe(false));
  it('not without signs', () => expect(areSuspicious([])).toBe(false));
});
