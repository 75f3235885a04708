// Finds documents of one person that contradict each other: pay stubs, W-2s, tax returns and bank statements, from one
// file or from several. It is unknown which of the documents was altered, so all of them get the signal.
import type { FraudSignal } from '#domain/documents/fraud-signals.ts';
import type { ReadDocument } from '#domain/documents/read-documents.ts';
import { depositContradictions } from './chains/deposit-chains.ts';
import { returnContradictions } from './chains/return-chains.ts';
import { statementContradictions } from './chains/statement-chains.ts';
import { stubContradictions, w2Contradictions } from './chains/stub-chains.ts';
import { employerContradictions } from './employer-chains.ts';
import { signalOf } from './findings.ts';

/** Returns one list of signals per document. All documents must belong to one person; their order does not matter. */
export function chainSignals(documents: readonly ReadDocument[]): FraudSignal[][] {
  const placed = documents.map((document, at) => ({ document, at }));
  const found = [
    ...stubContradictions(placed),
    ...w2Contradictions(placed),
    ...returnContradictions(placed),
    ...statementContradictions(placed),
    ...depositContradictions(placed),
    ...employerContradictions(placed),
  ];
  return documents.map((_, at) =>
    found.filter(({ about }) => about.includes(at)).map(({ finding }) => signalOf(finding)),
  );
}
