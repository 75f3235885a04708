// Runs the checks for fraud on forged files and on honest files, and counts for each kind how many files are flagged.
// The honest files include scans, because a number that OCR misreads must not cause a document to be flagged.
import { figuresOf } from '#domain/documents/figures.ts';
import { areSuspicious, type FraudSignal } from '#domain/documents/fraud-signals.ts';
import type { OcrEngine } from '#reading/ocr/engine.ts';
import { openOcr } from '#reading/ocr/open-engine.ts';
import { readUpload } from '#services/documents/reader-work.ts';
import { atLeast, atMost, type Bounded, percent, type Table } from '../income/tables.ts';
import { atLeastShare, atMostShare } from './confidence.ts';
import type { Kind, TamperedSample } from './generator/tampering/sample.ts';
import { KINDS, tamperedSamples } from './generator/tampering/tampering.ts';

/** The minimum share of forgeries that are found, and the maximum share of honest files that are flagged. */
export const FOUND_MIN = 0.9;
export const FALSE_ALARMS_MAX = 0.01;
/**
 * The minimum share for the kinds of forgery that were added later. It is lower, because some of these forgeries leave
 * no trace and all values in them are consistent.
 */
const LATER_FOUND_MIN = 0.8;

/** No check looks at the pixels of a picture, so forged scans are not counted among the forgeries. */
const NOT_COUNTED: ReadonlySet<string> = new Set(['painted_scan']);

export type TamperingScores = { per_kind: Table; figures: Bounded[]; wrong: string[] };
type Score = { files: number; flagged: number; codes: Map<string, number> };

export async function tamperingScores(seeds: readonly number[]): Promise<TamperingScores> {
  const kinds = KINDS.filter(({ name }) => !NOT_COUNTED.has(name));
  const scores = new Map(kinds.map(({ name }) => [name, newScore()]));
  const wrong: string[] = [];
  let engine: Promise<OcrEngine> | undefined;
  const openEngine = () => {
    engine ??= openOcr();
    return engine;
  };
  try {
    for await (const sample of tamperedSamples(seeds, kinds)) {
      const signals = await signalsOf(sample, openEngine);
      const is_flagged = signals.some(areSuspicious);
      const score = scores.get(sample.kind) ?? newScore();
      count(score, is_flagged, signals.flat());
      if (is_flagged === sample.is_clean) wrong.push(describe(sample, signals.flat()));
    }
  } finally {
    await (await engine)?.close();
  }
  return { per_kind: tableOf(scores), figures: figuresFor(scores), wrong };
}

const newScore = (): Score => ({ files: 0, flagged: 0, codes: new Map() });

function count(score: Score, is_flagged: boolean, signals: readonly FraudSignal[]): void {
  score.files += 1;
  if (!is_flagged) return;
  score.flagged += 1;
  const codes = new Set(signals.filter(({ severity }) => severity !== 'low').map(({ code }) => code));
  for (const code of codes) score.codes.set(code, (score.codes.get(code) ?? 0) + 1);
}

/**
 * Returns one list of signals per document. The service returns the same signals if it has no other documents of the
 * person.
 */
async function signalsOf(sample: TamperedSample, openEngine: () => Promise<OcrEngine>): Promise<FraudSignal[][]> {
  const outcome = await readUpload(sample.bytes, { openEngine });
  if (!('reading' in outcome)) return [];
  const { documents } = outcome.reading;
  const known = sample.kind === 'template_reused' ? await figuresIn(sample.original) : new Set<string>();
  return documents.map((document) => {
    const figures = figuresOf(document);
    const is_copy = figures !== undefined && figures.is_numbered && known.has(figures.text);
    return is_copy ? [...document.fraud_signals, COPY] : document.fraud_signals;
  });
}

/**
 * The service compares the figures of a document (its amounts, dates and numbers) with the figures of other people's
 * documents. The benchmark compares them only with the figures of the document that was reused.
 */
async function figuresIn(original: Buffer): Promise<Set<string>> {
  const outcome = await readUpload(original);
  const documents = 'reading' in outcome ? outcome.reading.documents : [];
  return new Set(documents.flatMap((document) => figuresOf(document)?.text ?? []));
}

const COPY: FraudSignal = {
  code: 'template_reused',
  severity: 'high',
  page: null,
  box: null,
  expected: null,
  actual: null,
  message: 'A document with the same figures was uploaded for another person.',
};

const describe = ({ kind, layout, seed }: TamperedSample, signals: readonly FraudSignal[]): string =>
  [
    `${kind} ${layout} ${seed}`,
    ...signals.map(({ severity, code, message }) => `  ${severity} ${code}: ${message}`),
  ].join('\n');

function tableOf(scores: ReadonlyMap<string, Score>): Table {
  const notes = new Map(KINDS.map(({ name, note, is_clean }) => [name, { note, is_clean }]));
  return {
    title: 'Forged documents and honest ones',
    heads: ['kind', 'honest', 'files', 'flagged', 'share', 'at least', 'at most', 'signs', 'what was done'],
    note: '“At least” and “at most” are the limits of the share, each with 95 % confidence.',
    rows: [...scores].map(([name, { files, flagged, codes }]) => [
      name,
      notes.get(name)?.is_clean ? 'yes' : 'no',
      String(files),
      String(flagged),
      percent(flagged / files),
      percent(atLeastShare(flagged, files)),
      percent(atMostShare(flagged, files)),
      [...codes]
        .toSorted(([, a], [, b]) => b - a)
        .map(([code, times]) => `${code} ${times}`)
        .join(', '),
      notes.get(name)?.note ?? '',
    ]),
  };
}

function figuresFor(scores: ReadonlyMap<string, Score>): Bounded[] {
  const sumOf = (isCounted: (kind: Kind) => boolean): Flagged => {
    const own = KINDS.filter(isCounted).flatMap(({ name }) => scores.get(name) ?? []);
    const total = (key: 'files' | 'flagged') => own.reduce((sum, score) => sum + score[key], 0);
    return { files: total('files'), flagged: total('flagged') };
  };
  const forged = sumOf(({ is_clean, is_later }) => !is_clean && is_later === undefined);
  const later = sumOf(({ is_clean, is_later }) => !is_clean && is_later === true);
  const honest = sumOf(({ is_clean }) => is_clean);
  return [
    atLeast('forgeries that are flagged', forged.flagged / forged.files, forged.files, FOUND_MIN),
    atLeast('forgeries of later kinds that are flagged', later.flagged / later.files, later.files, LATER_FOUND_MIN),
    atMost('honest files that are flagged', honest.flagged / honest.files, honest.files, FALSE_ALARMS_MAX),
    ...KINDS.flatMap(({ name, is_clean, is_later }): Bounded[] => {
      const score = scores.get(name);
      if (is_clean || score === undefined) return [];
      return [foundFigure(name, score, is_later === undefined ? FOUND_MIN : LATER_FOUND_MIN)];
    }),
    ...HONEST.map(({ name, isOf }) =>
      falseAlarmsFigure(
        name,
        sumOf((kind) => kind.is_clean && isOf(kind.name)),
      ),
    ),
  ];
}

/** The kinds of honest files, grouped by what was done to a file after it was made. */
const HONEST: readonly { name: string; isOf: (kind: string) => boolean }[] = [
  { name: 'untouched', isOf: (kind) => kind === 'untouched' },
  { name: 'scanned', isOf: (kind) => kind === 'scanned' },
  { name: 'saved or printed again', isOf: (kind) => kind !== 'untouched' && kind !== 'scanned' },
];

type Flagged = { files: number; flagged: number };

/**
 * A kind has few files, so chance alone can change the share of found files by many percent. Therefore the bound is
 * violated only if the true share is below the bound with 95 % confidence.
 */
const foundFigure = (kind: string, { files, flagged }: Flagged, found_min: number): Bounded => ({
  ...atLeast(`forgeries of the kind ${kind}`, flagged / files, files, found_min),
  holds: atMostShare(flagged, files) >= found_min,
});

const falseAlarmsFigure = (name: string, { files, flagged }: Flagged): Bounded => ({
  ...atMost(`honest files, ${name}`, flagged / files, files, FALSE_ALARMS_MAX),
  holds: atLeastShare(flagged, files) <= FALSE_ALARMS_MAX,
});
