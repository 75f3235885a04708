import { expect, test } from 'vitest';
import { KNOWN_STUB_LAYOUTS, OPENED_STUB_LAYOUTS } from './layouts.ts';
import { FAULTS } from './sheet.ts';

const LAYOUTS = {
  ...KNOWN_STUB_LAYOUTS,
  ...OPENED_STUB_LAYOUTS,
};

test.each(Object.entries(LAYOUTS))(
  'on a pay stub with the layout %s, no text is cut off and no text covers another; the same seed gives the same stub',
  async (_name, layout) => {
    FAULTS.length = 0;
    const sample = await layout(3);
    expect(FAULTS).toEqual([]);
    expect((await layout(3)).file.equals(sample.file)).toBe(true);
  },
);
