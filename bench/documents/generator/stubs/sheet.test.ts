import { expect, test } from 'vitest';
import { KNOWN_STUB_LAYOUTS, OPENED_STUB_LAYOUTS } from './layouts.ts';
import { FAULTS } from './sheet.ts';

const LAYOUTS = {
  ...KNOWN_STUB_LAYOUTS,
  ...OPENED_STUB_LAYOUTS,
};

test.each(Object.entries(LAYOUTS))(
  'a pay stub with the layout %s has no text that is cut off or covers another text, and is the same for the same seed',
  async (_name, layout) => {
    FAULTS.length = 0;
    const sample = await layout(3);
    expect(FAULTS).toEqual([]);
    expect((await layout(3)).file.equals(sample.file)).toBe(true);
  },
);
