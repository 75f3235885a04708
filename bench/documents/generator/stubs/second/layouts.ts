// A second set of layouts, designed without knowledge of the reader's rules. They are known layouts: the reader's
// authors may look at them.
import type { Layout } from '../../sample.ts';
import { campusAdvice } from './campus-advice.ts';
import { freightSettlement } from './freight-settlement.ts';
import { hospitalMatrix } from './hospital-matrix.ts';
import { household } from './household.ts';
import { oneTable } from './one-table.ts';
import { parish } from './parish.ts';
import { peo } from './peo.ts';
import { phoneApp } from './phone-app.ts';
import { schoolDistrict } from './school-district.ts';
import { serviceGrid } from './service-grid.ts';
import { startupWeb } from './startup-web.ts';
import { tillRoll } from './till-roll.ts';
import { twinVoucher } from './twin-voucher.ts';
import { unionHall } from './union-hall.ts';

export const SECOND_STUB_LAYOUTS: Record<string, Layout> = {
  'phone-app': phoneApp,
  'one-table': oneTable,
  'campus-advice': campusAdvice,
  'till-roll': tillRoll,
  household: household,
  'twin-voucher': twinVoucher,
  'school-district': schoolDistrict,
  'service-grid': serviceGrid,
  'union-hall': unionHall,
  'startup-web': startupWeb,
  peo,
  parish,
  'freight-settlement': freightSettlement,
  'hospital-matrix': hospitalMatrix,
};
