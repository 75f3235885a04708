import { describe, expect, it } from 'vitest';
import { ssnSignals } from './ssn-signals.ts';

const BOX = { left: 10, top: 20, right: 30, bottom: 40 };
const document = (value: string, confidence = 1) => ({
  fields: { employee_ssn: { value, raw: value, page: 2, box: BOX, method: 'label' as const, confidence } },
});

describe('ssnSignals()', () => {
  it('returns a strong sign if the SSN on the document is not the user’s; the sign contains the position of the SSN but not its digits', () => {
    const signals = ssnSignals(document('991-91-9992'), { ssn: '991919991' });
    expect(signals).toMatchObject([{ code: 'ssn_mismatch', severity: 'high', page: 2, box: BOX }]);
    expect(JSON.stringify(signals)).not.toMatch(/9991|9992/);
  });

  it.each([
    ['the same number', document('991919991'), '991919991'],
    ['the same last four digits', document('XXX-XX-9991'), '991919991'],
    ['digits that are not an SSN', document('99-2'), '991919991'],
    ['a number that may be misread', document('991-91-8882', 0.89), '991919991'],
    ['a number of a scan with one other digit', document('991-91-9992', 0.99), '991919991'],
    ['the last four digits of a scan with one other digit', document('XXX-XX-8991', 0.99), '991919991'],
    ['a user of whom only the last four digits are known', document('991-91-9992'), '9991'],
  ])('ssnSignals() returns no signal for %s', (_case, read, ssn) => expect(ssnSignals(read, { ssn })).toEqual([]));

  it('returns a sign if the document shows only the last four digits of an SSN and these differ from the user’s last four digits', () => {
    expect(ssnSignals(document('XXX-XX-9992'), { ssn: '991919991' })).toHaveLength(1);
  });

  it('returns no sign if the user or the user’s SSN is unknown', () => {
    expect(ssnSignals(document('991-91-9992'), undefined)).toEqual([]);
    expect(ssnSignals(document('991-91-9992'), { ssn: null })).toEqual([]);
  });

  it('returns a sign if the SSN was read with a confidence of exactly 0.9, the minimum', () => {
    expect(ssnSignals(document('991-91-9982', 0.9), { ssn: '991919991' })).toHaveLength(1);
  });
});
