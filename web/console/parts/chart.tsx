// Charts drawn with uPlot, in the colours of the design system. Every chart also offers its numbers as a table, because
// a screen reader cannot read a canvas.
import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import { Table } from '../../shared/parts/table.tsx';
import { useApp } from '../desk.tsx';
import { onSystemScheme } from '../theme.ts';
import { inBoth, useWords } from '../words.ts';

const WORDS = inBoth({ as_table: 'As a table', period: 'Period' }, { as_table: 'Como tabla', period: 'Período' });

export type Series = {
  name: string;
  values: readonly (number | null)[];
  colour: string;
  /** True for values that have not happened, such as a forecast. They are drawn in a pale shade of the colour. */
  is_faint?: boolean;
};

type ChartProps = {
  label: string;
  /** One label per position on the horizontal axis. */
  labels: readonly string[];
  series: readonly Series[];
  /** Bars are stacked on each other; lines are not stacked. */
  kind: 'bars' | 'lines';
  show(value: number): string;
  height?: number;
};

export function Chart({ label, labels, series, kind, show, height = 240 }: ChartProps) {
  const words = useWords(WORDS);
  const { theme } = useApp();
  const holder = useRef<HTMLDivElement>(null);
  const shown_data = JSON.stringify([labels, series]);
  useEffect(() => {
    const { current } = holder;
    if (current === null) return;
    const draw = (): uPlot => drawn(current, { labels, series, kind, show, height });
    let chart = draw();
    const again = (): void => {
      chart.destroy();
      chart = draw();
    };
    const watcher = new ResizeObserver(([entry]) => chart.setSize({ width: entry?.contentRect.width ?? 0, height }));
    watcher.observe(current);
    const stopListening = onSystemScheme(again);
    return () => {
      watcher.disconnect();
      stopListening();
      chart.destroy();
    };
  }, [shown_data, theme]);
  return (
    <figure class="stack">
      <figcaption class="only-heard">{label}</figcaption>
      <div class="chart" ref={holder} role="img" aria-label={label} />
      <div class="legend">
        {series.map(({ name, colour, is_faint }) => (
          <span key={name}>
            <i style={{ background: is_faint === true ? paleOf(colour) : `var(${colour})` }} />
            {name}
          </span>
        ))}
      </div>
      <details class="more">
        <summary>{words.as_table}</summary>
        <Table
          caption={label}
          rows={labels.map((period, at): Point => ({ period, at }))}
          keyOf={({ at }) => String(at)}
          columns={[
            { label: words.period, show: ({ period }) => period },
            ...series.map(({ name, values }) => ({
              label: name,
              is_number: true,
              show: ({ at }: Point) => {
                const value = values[at];
                return value === null || value === undefined ? '–' : show(value);
              },
            })),
          ]}
        />
      </details>
    </figure>
  );
}

const bars = uPlot.paths.bars?.({ size: [0.62, 44], radius: 0.15 });
const BARS = bars === undefined ? {} : { paths: bars };

type Point = { period: string; at: number };

const LETTER_WIDTH = 6.5;

/**
 * The possible intervals between the grid lines of a chart. They are whole numbers, because the chart shows counts or
 * dollars.
 */
const DISTANCES = Array.from({ length: 10 }, (_, power) => [1, 2, 5].map((factor) => factor * 10 ** power)).flat();

function drawn(
  holder: HTMLElement,
  { labels, series, kind, show, height }: Required<Omit<ChartProps, 'label'>>,
): uPlot {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string): string => style.getPropertyValue(name).trim();
  // A bar that is drawn later covers a part of a bar that was drawn before, so a pale colour must be opaque.
  const shade = (one: Series): string =>
    one.is_faint === true ? mixed(colour(one.colour), colour('--paper')) : colour(one.colour);
  const width = holder.clientWidth;
  const label_width = 24 + LETTER_WIDTH * Math.max(...labels.map(({ length }) => length));
  const every = Math.max(1, Math.ceil((labels.length * label_width) / Math.max(1, width - 72)));
  const positions = labels.map((_, at) => at);
  const font = `12px ${getComputedStyle(holder).fontFamily}`;
  // The highest bar of a stack is drawn first. Each later bar covers the lower part of the bar before it.
  const layers = kind === 'bars' ? stacked(series) : series;
  const ordered = kind === 'bars' ? layers.toReversed() : layers;
  return new uPlot(
    {
      width,
      height,
      legend: { show: false },
      cursor: { show: false },
      scales: {
        x: { time: false, range: [-0.6, labels.length - 0.4] },
        y: { range: (_, low, high) => [Math.min(0, low), high <= 0 ? 1 : high * 1.08] },
      },
      axes: [
        {
          stroke: colour('--soft'),
          font,
          // Without this gap, the first date would touch the lowest amount of the vertical axis.
          gap: 12,
          size: 36,
          grid: { show: false },
          ticks: { show: false },
          splits: () => positions.filter((at) => at % every === 0),
          values: (_, ticks) => ticks.map((at) => labels[at] ?? ''),
        },
        {
          stroke: colour('--soft'),
          font,
          size: 72,
          grid: { stroke: colour('--line'), width: 1 },
          ticks: { show: false },
          incrs: DISTANCES,
          values: (_, ticks) => ticks.map(show),
        },
      ],
      series: [
        {},
        ...ordered.map((one) => ({
          stroke: colour(one.colour),
          width: kind === 'bars' ? 0 : 2,
          points: { show: false },
          ...(kind === 'bars' && { fill: shade(one), ...BARS }),
        })),
      ],
    },
    [positions, ...ordered.map(({ values }) => [...values])],
    holder,
  );
}

const PALE_PART = 0.45;
const paleOf = (name: string): string => `color-mix(in srgb, var(${name}) ${PALE_PART * 100}%, var(--paper))`;

/** Mixes two colours in the same way as `color-mix` in CSS. Each colour is written as # and three or six hex digits. */
export function mixed(colour: string, paper: string): string {
  const [front, back] = [partsOf(colour), partsOf(paper)];
  const parts = front.map((part, at) => Math.round(PALE_PART * part + (1 - PALE_PART) * (back[at] ?? 0)));
  return `rgb(${parts.join(' ')})`;
}

/** The build shortens colours such as #ffffff to #fff. */
function partsOf(colour: string): number[] {
  const digits = colour.replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3');
  return [1, 3, 5].map((at) => Number.parseInt(digits.slice(at, at + 2), 16));
}

/** The upper edges of the bars, which are stacked in the order of the series. */
export function stacked(series: readonly Series[]): Series[] {
  const sums: number[] = [];
  return series.map((one) => ({
    ...one,
    values: one.values.map((value, at) => {
      sums[at] = (sums[at] ?? 0) + (value ?? 0);
      return value === null ? null : sums[at];
    }),
  }));
}

const COLOURS = ['--chart-1', '--chart-2', '--chart-3', '--chart-4', '--chart-5'];
export const chartColour = (at: number): string => COLOURS[at % COLOURS.length] ?? '--chart-1';
