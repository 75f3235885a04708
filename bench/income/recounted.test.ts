// Every figure of every made-up person's report is counted again by the verifier, which shares no code with the engine.
// VOUCH_TEST_RECOUNTS says of how many people; a thousand take a few minutes.
import { expect, test } from 'vitest';
import { changed, changesOf } from '#test/report-figures.ts';
import { personOf } from './people/people.ts';
import { faultsIn, publishedOf } from './recounted.ts';

const PEOPLE = Number(process.env['VOUCH_TEST_RECOUNTS'] ?? 30);
const SEED = 2_026;
/** So many figures of each report are made wrong, spread over all of them. */
const WRONG_FIGURES = 8;
/** Large numbers are asked for by hand, and may take their time. */
const LONG_MS = 1_200_000;

test(
  'every figure stands, and any of them a cent, a day or one off is found',
  () => {
    let [sources, tried] = [0, 0];
    for (let place = 0; place < PEOPLE; place++) {
      const published = publishedOf(personOf(SEED, place));
      expect(faultsIn(published), `person ${place}`).toEqual([]);
      sources += published.explanation.sources.length;
      const changes = changesOf(published.report);
      const step = Math.max(1, Math.floor(changes.length / WRONG_FIGURES));
      for (const change of changes.filter((_, at) => at % step === place % step)) {
        const report = changed(published.report, change);
        expect(faultsIn({ ...published, report }), `person ${place}, ${change.path.join('.')}`).not.toEqual([]);
        tried++;
      }
    }
    expect(sources).toBeGreaterThan(PEOPLE);
    expect(tried).toBeGreaterThan(PEOPLE * 5);
  },
  LONG_MS,
);
