// Saved views. A dashboard user can save the filters of a page under a name.
import { type Static, Type } from 'typebox';
import { Id, requiredText, shape, Timestamp } from '#base/schema.ts';

export const VIEWS_MAX = 50;
const FILTERS_MAX = 20;

const Filters = Type.Unsafe<Record<string, string>>({
  type: 'object',
  maxProperties: FILTERS_MAX,
  propertyNames: { type: 'string', pattern: '^[a-z_]{1,40}$' },
  additionalProperties: { type: 'string', maxLength: 256 },
});
const Page = Type.String({ pattern: '^[a-z-]{1,40}$' });

export const NewView = shape('NewConsoleView', 'Filters to save.', {
  page: Page,
  name: requiredText(64),
  filters: Filters,
});
export type NewView = Static<typeof NewView>;

const VIEW = { id: Id, page: Page, name: Type.String(), filters: Filters, created_at: Timestamp };
export const ViewAnswer = shape('ConsoleView', 'Saved filters.', VIEW);
export type ViewAnswer = Static<typeof ViewAnswer>;
export const ViewList = Type.Object({ results: Type.Array(ViewAnswer) });
