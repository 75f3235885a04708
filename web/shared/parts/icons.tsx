// All icons, drawn in the colour of the surrounding text and hidden from screen readers.
import type { JSX } from 'preact';

const PATHS = {
  back: 'M15 5l-7 7 7 7',
  forward: 'M9 5l7 7-7 7',
  close: 'M6 6l12 12M18 6L6 18',
  search: 'M10.5 17a6.5 6.5 0 1 1 0-13 6.5 6.5 0 0 1 0 13zM15.5 15.5L20 20',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  lock: 'M6.5 11h11a1.5 1.5 0 0 1 1.5 1.5v6a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 5 18.5v-6A1.5 1.5 0 0 1 6.5 11zM8 11V8a4 4 0 0 1 8 0v3',
  hand: 'M8 12V6a1.5 1.5 0 0 1 3 0v5M11 10V4.5a1.5 1.5 0 0 1 3 0V11M14 10.5V6a1.5 1.5 0 0 1 3 0v7.5c0 4-2.5 6.5-6 6.5-3 0-4.5-1.5-6-4.5l-1.3-2.6a1.4 1.4 0 0 1 2.4-1.4L8 14',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z',
  eye_off:
    'M4 4l16 16M9.9 5.8A9.5 9.5 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-2.9 3.6M6.3 7.6A16.6 16.6 0 0 0 2.5 12S6 18.5 12 18.5a9 9 0 0 0 4.4-1.1M10 10.2a3 3 0 0 0 4 4',
  alert: 'M12 8v5M12 16.2v.1M12 3.5L2.8 19.5h18.4z',
  question: 'M9.5 9.2a2.6 2.6 0 1 1 3.7 2.7c-.8.4-1.2 1-1.2 1.8v.3M12 17v.1M12 21a9 9 0 1 1 0-18 9 9 0 0 1 0 18z',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20a7.5 7.5 0 0 1 15 0',
  work: 'M4.5 8h15A1.5 1.5 0 0 1 21 9.5v9a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 18.5v-9A1.5 1.5 0 0 1 4.5 8zM8.5 8V6A1.5 1.5 0 0 1 10 4.5h4A1.5 1.5 0 0 1 15.5 6v2M3 13.5h18',
  bank: 'M3.5 9.5L12 4.5l8.5 5zM5.5 10v7.5M10 10v7.5M14 10v7.5M18.5 10v7.5M3.5 20h17',
  paper:
    'M7 3.5h7l4 4V19a1.5 1.5 0 0 1-1.5 1.5h-9A1.5 1.5 0 0 1 6 19V5a1.5 1.5 0 0 1 1-1.5zM14 3.5V8h4M9 12.5h6M9 16h6',
  download: 'M12 4v10.5M7.5 10l4.5 4.5 4.5-4.5M4.5 19.500h15',
  camera:
    'M5 7.5h2.500L9 5h6l1.5 2.500H19A1.5 1.5 0 0 1 20.5 9v8.500A1.5 1.5 0 0 1 19 19H5a1.5 1.5 0 0 1-1.5-1.500V9A1.5 1.5 0 0 1 5 7.500zM12 16.5a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7z',
  shield: 'M12 3.5l7.5 3v5.5c0 4.5-3 7.5-7.5 9-4.5-1.5-7.5-4.5-7.5-9V6.500zM8.8 12l2.3 2.3 4.2-4.3',
  clock: 'M12 21a9 9 0 1 1 0-18 9 9 0 0 1 0 18zM12 7v5.2l3.3 2',
  swap: 'M4 9h14M14.5 5.500L18 9l-3.5 3.500M20 15.500H6M9.5 12L6 15.5 9.5 19',
  window:
    'M10 5H5.500A1.5 1.5 0 0 0 4 6.500v12A1.5 1.5 0 0 0 5.5 20h12a1.5 1.5 0 0 0 1.5-1.500V14M14 4h6v6M20 4l-8.5 8.5',
};
export type IconName = keyof typeof PATHS;

const TURNING: ReadonlySet<IconName> = new Set(['back', 'forward']);

type DrawnProps = { path: string; size?: number; turns?: boolean };

export const Drawn = ({ path, size = 24, turns = false }: DrawnProps): JSX.Element => (
  <svg
    class={turns ? 'turns' : undefined}
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    stroke-width="1.75"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
    focusable="false"
  >
    <path d={path} />
  </svg>
);

export const Icon = ({ name, size = 24 }: { name: IconName; size?: number }): JSX.Element => (
  <Drawn path={PATHS[name]} size={size} turns={TURNING.has(name)} />
);
