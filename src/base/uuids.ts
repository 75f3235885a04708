// A UUID in the API is one of our ids, written with dashes. Only order groups, the invoices of order groups, and
// scoring reports use UUIDs.
import { Type } from 'typebox';

export const UUID_PATTERN = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

export const Uuid = Type.String({ pattern: `^${UUID_PATTERN}$`, examples: ['0d6c1f0a-5b1e-4c57-9a3f-6c1d2e3f4a5b'] });

const UUID = new RegExp(`^${UUID_PATTERN}$`);

export const isUuid = (text: string): boolean => UUID.test(text);

/** Formats one of our ids as a UUID, with dashes. So every function that creates ids can also create UUIDs. */
export const toUuid = (id: string): string => id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
