// One file with all tax forms that a person receives for one year: the W-2 forms of one or two jobs, then 1099 forms.
import type { Layout, Truth } from '../sample.ts';
import { dollarsAndCents, moneyStyleOf, newCanvas, randomFor, sampleOf } from './canvas.ts';
import { newF1099, truthOfF1099 } from './f1099-data.ts';
import type { F1099Subtype } from './f1099-forms.ts';
import { drawF1099, styleOf as styleOfF1099 } from './f1099-official.ts';
import { employeeName, newW2, truthOfW2 } from './w2-data.ts';
import { drawOfficialW2, styleOf as styleOfW2 } from './w2-official.ts';

export const yearOfPapers: Layout = async (seed) => {
  const layout = 'bundle_w2_1099';
  const random = randomFor(layout, seed);
  const year = random.integer(2020, 2025);
  const first = newW2(random, { years: [year], full_ssn: true });
  const canvas = newCanvas({ seed, year, title: `Tax documents ${year}`, producer: 'PDF Merge Tool' });
  const documents: Truth[] = [];
  const jobs = random.pick([1, 2, 2]);
  for (let job = 0; job < jobs; job++) {
    if (job > 0) canvas.newPage();
    const { person, ssn, employee_address, employee_lines } = first;
    const w2 = { ...newW2(random, { years: [year] }), person, ssn, employee_address, employee_lines };
    const form = job === 0 ? first : w2;
    drawOfficialW2(
      canvas,
      form,
      { x: 36, y: 36, row: 24 },
      styleOfW2(random),
      moneyStyleOf(random),
      random.pick(['B', 'C']),
    );
    documents.push(truthOfW2(form, { pages: [job + 1, job + 1] }));
  }
  const subtypes = random.pick<F1099Subtype[]>([
    ['F1099_INT'],
    ['F1099_DIV', 'F1099_INT'],
    ['F1099_NEC'],
    ['F1099_G', 'F1099_INT'],
    ['F1099_R', 'F1099_DIV'],
  ]);
  for (const subtype of subtypes) {
    canvas.newPage();
    const form = {
      ...newF1099(random, subtype, [year]),
      recipient_name: employeeName(first.person),
      recipient_tin: first.ssn,
    };
    const page = documents.length + 1;
    drawF1099(canvas, form, {
      y: 40,
      style: styleOfF1099(random),
      money: (cents) => dollarsAndCents(cents, true),
      copy: 'Copy B',
      corrected: false,
    });
    documents.push(truthOfF1099(form, [page, page]));
  }
  return sampleOf(layout, seed, canvas, documents);
};
