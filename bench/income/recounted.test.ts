// The verifier recomputes every figure in the reports of invented people. The verifier and the income engine share no
// code except the tax tables and base functions. TEST_VOUCH_RECOUNTS sets the number of people. A thousand people take
// a few minutes. With 18 people, every kind of figure that 30 people have is falsified at least once.
import { expect, test } from 'vitest';
import { changed, changesOf } from '#test/report-figures.ts';
import { personOf } from './people/people.ts';
import { faultsIn, publishedOf } from './recounted.ts';

const PEOPLE = Number(process.env['TEST_VOUCH_RECOUNTS'] ?? 18);
const SEED = 2_026;
/**
 * The minimum number of figures that the test falsifies in each report. If a report has fewer figures, the test
 * falsifies all of them. The falsified figures are spread over the whole report.
 */
const WRONG_FIGURES = 8;
/** The test's timeout. It is long, because a run with many people is slow. Such a run is started by hand. */
const LONG_MS = 1_200_000;

test(
  'the verifier confirms every figure, and reports an error if one sampled figure is wrong: an amount by a cent, a date by a day, or a number by 1',
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
