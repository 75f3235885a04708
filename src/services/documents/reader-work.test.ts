import sharp from 'sharp';
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
  test.each(people)(
    'the sample document is not suspicious if it was created for the sample person %s',
    async (username) => {
      expect(await signalsOf(kind, `?username=${username}`)).toEqual({ codes: [], is_suspicious: false });
    },
  );

  test.each(['amount', 'overlay', 'resave'])(
    'the sample document is suspicious if it was created with tamper=%s',
    async (tamper) => {
      expect((await signalsOf(kind, `?tamper=${tamper}`)).is_suspicious).toBe(true);
    },
  );
});

describe('readUpload for a picture', () => {
  /** Returns hOCR with one line of words. Every word has the given confidence. */
  const hocrOf = (confidence: number): string => {
    const words = 'GROSS PAY 2,000.00 NET PAY 1,597.00 EARNINGS STATEMENT'.split(' ');
    const spans = words.map((text, at) => {
      const title = `bbox ${100 + 150 * at} 500 ${220 + 150 * at} 530; x_wconf ${confidence}`;
      return `<span class='ocrx_word' title='${title}'>${text}</span>`;
    });
    const line = "<span class='ocr_line' title='bbox 100 500 1500 530; baseline 0 0; x_size 40'>";
    return `${line}${spans.join('')}</span>`;
  };
  const outcomeOf = async (confidence: number) => {
    const paper = sharp({ create: { width: 1700, height: 2200, channels: 3, background: 'white' } });
    const ink = await sharp({ create: { width: 1400, height: 30, channels: 3, background: 'black' } })
      .png()
      .toBuffer();
    const picture = await paper
      .composite([{ input: ink, left: 100, top: 500 }])
      .png()
      .toBuffer();
    const engine = { hocrOf: async () => hocrOf(confidence), close: async () => undefined };
    return readUpload(picture, { openEngine: async () => engine });
  };

  test('reports the picture as not readable if OCR has little confidence in its words', async () => {
    expect(await outcomeOf(25)).toEqual({ unreadable: 'it is not readable' });
  });

  test('returns the data of the picture if OCR has high confidence in its words', async () => {
    expect(await outcomeOf(95)).toHaveProperty('reading');
  });
});
