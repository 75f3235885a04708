import { expect, test } from 'vitest';
import { HELD_OUT_STUB_LAYOUTS, KNOWN_STUB_LAYOUTS } from './layouts.ts';
import { FAULTS } from './sheet.ts';

test.each(Object.entries({ ...KNOWN_STUB_LAYOUTS, ...HELD_OUT_STUB_LAYOUTS }))(
  'in the layout %s, no text is cut off or covers another text, and the same seed gives the same pay stub',
  async (_name, layout) => {
    FAULTS.length = 0;
    const sample = await layout(3);
    expect(FAULTS).toEqual([]);
    expect((await layout(3)).file.equals(sample.file)).toBe(true);
  },
);
