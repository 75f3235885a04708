// The layouts of insurance declarations.
import type { Layout } from '../sample.ts';
import { autoBlocks, autoForm, autoList } from './auto.ts';
import { homeBoxes, homeHalves, homeRenewal } from './home.ts';

export const INSURANCE_LAYOUTS: Record<string, Layout> = {
  'home-boxes': homeBoxes,
  'home-renewal': homeRenewal,
  'home-halves': homeHalves,
  'auto-blocks': autoBlocks,
  'auto-form': autoForm,
  'auto-list': autoList,
};
