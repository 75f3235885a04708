// Determines whether an Accept header admits a media type.

/**
 * The most specific media range decides. If several ranges are equally specific, the highest quality decides. `q=0`
 * excludes a type.
 */
export function accepts(header: string | undefined, type: string): boolean {
  if (header === undefined || header.trim() === '') return true;
  const [group] = type.split('/');
  let best = { specificity: -1, quality: 0 };
  for (const part of header.split(',')) {
    const [range = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    const specificity = [`*/*`, `${group}/*`, type].indexOf(range);
    if (specificity === -1) continue;
    const quality = qualityOf(parameters);
    if (specificity > best.specificity || (specificity === best.specificity && quality > best.quality)) {
      best = { specificity, quality };
    }
  }
  return best.quality > 0;
}

function qualityOf(parameters: string[]): number {
  const q = parameters.find((parameter) => /^q\s*=/.test(parameter));
  if (q === undefined) return 1;
  const quality = Number(q.slice(q.indexOf('=') + 1));
  return Number.isNaN(quality) ? 1 : quality;
}
