// Makes the samples of the tampering group. Each is a clean sample that was forged, or only saved again (a control).
import { type Layout, randomOf, type Sample } from '../sample.ts';
import { mixed } from '../scans/scans.ts';
import { layoutsFrom, SHELVES } from '../shelves.ts';
import { CONTROLS, LATER_CONTROLS } from './controls.ts';
import { FORGERIES } from './forgeries.ts';
import { LATER_FORGERIES } from './later-forgeries.ts';
import type { Kind, TamperedSample } from './sample.ts';

export const KINDS: readonly Kind[] = [...FORGERIES, ...CONTROLS, ...LATER_FORGERIES, ...LATER_CONTROLS];

/** The layouts to which the kinds of forgery and control can be applied. */
export const TAMPERED_LAYOUTS: Record<string, Layout> = { ...SHELVES.stubs, ...SHELVES.w2, ...SHELVES.statements };

/**
 * Makes one sample. The same kind, sample and seed always produce the same bytes. Returns undefined if the kind does
 * not apply to the sample.
 */
export function tampered(kind: Kind, sample: Sample, seed: number): Promise<TamperedSample | undefined> {
  return kind.make(sample, randomOf(mixed(`${kind.name} ${sample.layout} ${sample.seed} ${seed}`)));
}

/** Yields two pay stubs, a W-2 and a bank statement for each kind and seed, if the kind applies to them. */
export async function* tamperedSamples(
  seeds: readonly number[],
  kinds: readonly Kind[] = KINDS,
): AsyncGenerator<TamperedSample> {
  for (const [place, kind] of kinds.entries()) {
    for (const [at, seed] of seeds.entries()) {
      const turn = at * 5 + place * 3;
      for (const [shelf, first] of [
        [SHELVES.stubs, turn],
        [SHELVES.stubs, turn + 11],
        [SHELVES.w2, turn],
        [SHELVES.statements, turn],
      ] as const) {
        const sample = await firstThatFits(kind, layoutsFrom(shelf, first), seed);
        if (sample !== undefined) yield sample;
      }
    }
  }
}

/** Tries several layouts, because a kind of tampering is sometimes impossible with the figures of the first layout. */
async function firstThatFits(
  kind: Kind,
  layouts: readonly Layout[],
  seed: number,
): Promise<TamperedSample | undefined> {
  for (const layout of layouts.slice(0, 8)) {
    const sample = await tampered(kind, await layout(seed), seed);
    if (sample !== undefined) return sample;
  }
  return undefined;
}
