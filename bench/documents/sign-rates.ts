// Counts how often each sign of alteration occurs on honest documents. This frequency is the base rate of the sign.
import type { FileDocument } from '#domain/documents/file-readings.ts';
import { areSuspicious, SEVERITIES } from '#domain/documents/fraud-signals.ts';
import { readUpload } from '#services/documents/reader-work.ts';
import { atMost, percent } from '../income/tables.ts';
import { atMostShare } from './confidence.ts';
import type { Group } from './groups.ts';
import type { Section } from './sections.ts';
import { FALSE_ALARMS_MAX } from './tampering-scores.ts';

type Rates = { documents: number; suspicious: number; signed: number; signs: Map<string, number> };

/** `report` is called with a line for each document that has a sign of at least medium severity. */
export async function signRates(
  groups: readonly Group[],
  seeds: readonly number[],
  report: (line: string) => void,
): Promise<Section> {
  const rates: Rates = { documents: 0, suspicious: 0, signed: 0, signs: new Map() };
  for (const layout of groups.flatMap(({ layouts }) => Object.values(layouts))) {
    for (const seed of seeds) {
      const sample = await layout(seed);
      const outcome = await readUpload(sample.file);
      const documents = 'reading' in outcome ? outcome.reading.documents : [];
      for (const document of documents.filter(({ document_type }) => document_type !== 'OTHER')) {
        count(rates, document);
        for (const { code, severity, message } of document.fraud_signals) {
          if (severity !== 'low') report(`  ${sample.layout} ${seed}: ${severity} ${code}: ${message}`);
        }
      }
    }
  }
  return sectionOf(rates);
}

function count(rates: Rates, { fraud_signals }: FileDocument): void {
  rates.documents += 1;
  if (areSuspicious(fraud_signals)) rates.suspicious += 1;
  if (fraud_signals.some(({ severity }) => severity !== 'low')) rates.signed += 1;
  for (const sign of new Set(fraud_signals.map(({ code, severity }) => `${code} ${severity}`))) {
    rates.signs.set(sign, (rates.signs.get(sign) ?? 0) + 1);
  }
}

function sectionOf({ documents, suspicious, signed, signs }: Rates): Section {
  const rank = (sign: string) => SEVERITIES.findIndex((severity) => sign.endsWith(severity));
  const rows = [...signs].toSorted(([a, times], [b, others]) => rank(b) - rank(a) || others - times);
  const share = (name: string, times: number) => atMost(name, times / documents, documents, FALSE_ALARMS_MAX);
  return {
    figures: [
      share('honest documents that are suspicious', suspicious),
      share('honest documents with a sign that is not weak', signed),
    ],
    tables: [
      {
        title: 'Signs on honest documents',
        heads: ['sign', 'severity', 'documents', 'share', 'at most'],
        rows: rows.map(([sign, times]) => [
          ...sign.split(' '),
          String(times),
          percent(times / documents),
          percent(atMostShare(times, documents)),
        ]),
        note: `${documents} documents as their issuers made them. “At most” is the upper limit with 95 % confidence.`,
      },
    ],
  };
}
