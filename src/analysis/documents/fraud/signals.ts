// Collects the signals of alteration for each document in a file. Every check adds its findings here; no check alone
// decides what happens to a document.
import type { FraudSignal } from '#domain/documents/fraud-signals.ts';
import { isReadByOcr, type Page } from '#domain/documents/pages.ts';
import type { PdfTraces } from '#domain/documents/pdf-traces.ts';
import type { ReadDocument } from '#domain/documents/read-documents.ts';
import { arithmeticFindings } from './arithmetic.ts';
import { employerNumberFindings } from './employer-chains.ts';
import { type Finding, namedFields, signalOf, withoutRepeatedCauses } from './findings.ts';
import { foreignFontFindings } from './foreign-fonts.ts';
import { hiddenTextFindings } from './hidden-text.ts';
import { incomeTaxFindings } from './income-tax.ts';
import { letteringFindings } from './lettering.ts';
import { lineOffsetFindings } from './line-offsets.ts';
import { dateFindings, softwareFindings } from './making.ts';
import { oddLetteringFindings } from './odd-lettering.ts';
import { overlayFindings } from './overlays.ts';
import { payCalendarFindings } from './pay-calendar.ts';
import { payrollTaxFindings } from './payroll-taxes.ts';
import { printedTotalFindings } from './printed-totals.ts';
import { retypedDigitFindings } from './retyped-digits.ts';
import { revisionFindings } from './revisions.ts';
import { ssnAreaFindings } from './ssn-areas.ts';
import { touchUpFindings } from './touch-ups.ts';
import { copyFindings } from './w2-copies.ts';
import { w2WageFindings } from './w2-wages.ts';

/** Returns one list of signals per document. `traces` is null for a picture that names no program and no date. */
export function fraudSignals(
  documents: readonly ReadDocument[],
  pages: readonly Page[],
  traces: PdfTraces | null,
): FraudSignal[][] {
  const of_file = traces === null ? [] : fileFindings(documents, pages, traces);
  return documents.map((document) => {
    const own = of_file.filter(({ page }) => page === undefined || page === null || isOn(document, page));
    const figures = [
      ...arithmeticFindings(document, pages),
      ...payrollTaxFindings(document, pages),
      ...incomeTaxFindings(document, pages),
      ...payCalendarFindings(document, pages),
      ...printedTotalFindings(document, pages),
      ...copyFindings(document, pages),
      ...w2WageFindings(document, pages),
      ...employerNumberFindings(document),
      ...ssnAreaFindings(document),
    ];
    return withoutRepeatedCauses([...own, ...figures]).map(signalOf);
  });
}

function fileFindings(documents: readonly ReadDocument[], pages: readonly Page[], traces: PdfTraces): Finding[] {
  const fields = documents.flatMap(namedFields).map(([, field]) => field);
  const lettering = traces.pages.flatMap((page) => [
    ...letteringFindings(page),
    ...oddLetteringFindings(page),
    ...lineOffsetFindings(page, documents),
    ...foreignFontFindings(page, traces.fonts, documents),
  ]);
  return [
    ...revisionFindings(traces, documents),
    ...touchUpFindings(traces, documents),
    ...traces.pages.flatMap((page) => overlayFindings(page, fields)),
    ...traces.pages.flatMap(retypedDigitFindings),
    ...lettering,
    ...pages.flatMap(hiddenTextFindings),
    ...traces.pages.flatMap(annotationFindings),
    ...softwareFindings(traces, documents, { is_scanned: pages.length > 0 && pages.every(isReadByOcr) }),
    ...dateFindings(traces, documents, { looks_edited: lettering.length > 0 }),
  ];
}

/** People mark and sign the documents they send, so a note on the page has only a low severity. */
function annotationFindings({ number, annotations }: PdfTraces['pages'][number]): Finding[] {
  const [first] = annotations;
  if (first === undefined) return [];
  const count = annotations.length === 1 ? 'A note or drawing lies' : `${annotations.length} notes or drawings lie`;
  return [
    { code: 'overlay', cause: 'note', severity: 'low', page: number, box: first.box, message: `${count} on the page.` },
  ];
}

const isOn = ({ pages: [first, last] }: ReadDocument, page: number): boolean => first <= page && page <= last;
