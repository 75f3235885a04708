// Invented employers of the sample people. No real employer has any of these EINs or telephone numbers.
import type { Employer } from '#connectors/sandbox/lives/life.ts';

export const LARKSPUR: Employer = {
  name: 'Larkspur Analytics',
  ein: '99-9000001',
  phone: '+13035550101',
  address: { street: '1600 Wynkoop Terrace', city: 'Denver', state: 'CO', zip: '80202', country: 'US' },
};

export const HARBOR_AND_PINE: Employer = {
  name: 'Harbor & Pine Furnishings',
  ein: '99-9000002',
  phone: '+15035550102',
  address: { street: '900 Alder Quay', city: 'Portland', state: 'OR', zip: '97205', country: 'US' },
};

export const SUNNY_FORK: Employer = {
  name: 'Sunny Fork Market',
  ein: '99-9000003',
  phone: '+16145550103',
  address: { street: '45 High Street', city: 'Columbus', state: 'OH', zip: '43215', country: 'US' },
};

export const COPPER_CANYON: Employer = {
  name: 'Copper Canyon Logistics',
  ein: '99-9000004',
  phone: '+15125550104',
  address: { street: '7100 Freight Loop', city: 'Austin', state: 'TX', zip: '78741', country: 'US' },
};

export const BEACON_HILL_BOOKS: Employer = {
  name: 'Beacon Hill Books',
  ein: '99-9000005',
  phone: '+16175550105',
  address: { street: '12 Charles Passage', city: 'Boston', state: 'MA', zip: '02114', country: 'US' },
};
