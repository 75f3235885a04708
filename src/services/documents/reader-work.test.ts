import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { areSuspicious } from '#domain/documents/fraud-signals.ts';
import { sampleOf } from '#test/documents.ts';
import { type Call, newClient, openTestHouse, type TestHouse } from '#test/house.ts';
import { readUpload } from './reader-work.ts';

let house: TestHouse;
let call: Call;
beforeAll(async () => {
  house = await openTestHouse();
  call = (await newClient(house)).sandbox;
});
afterAll(() => house.close());

async function signalsOf(kind: string, query: string): Promise<{ codes: string[]; is_suspicious: boolean }> {
  const outcome = await readUpload(Buffer.from(await sampleOf(call, kind, query), 'base64'));
  if (!('reading' in outcome)) throw new Error(outcome.unreadable);
  const signals = outcome.reading.documents.flatMap(({ fraud_signals }) => fraud_signals);
  return { codes: signals.map(({ code }) => code), is_suspicious: areSuspicious(signals) };
}

const KINDS = ['paystub', 'w2', 'f1099', 'f1040', 'bank_statement'];

describe.each(KINDS)('the sample document %s', (kind) => {
  const people =
    kind === 'bank_statement' ? ['goodlogin', 'gig.worker'] : ['goodlogin', 'fulltime', 'hourly.part-time'];
  test.each(people)('of the sample person %s is not suspicious', async (username) => {
    expect(await signalsOf(kind, `?username=${username}`)).toEqual({ codes: [], is_suspicious: false });
  });

  test.each(['amount', 'overlay', 'resave'])('with tamper=%s is suspicious', async (tamper) => {
    expect((await signalsOf(kind, `?tamper=${tamper}`)).is_suspicious).toBe(true);
  });
});
