// A data refresh order: retrieves an order's data again, without the applicant.
import { type Static, Type } from 'typebox';
import { type InvalidParam, incorrect } from '#base/errors.ts';
import { choice, optionalText, shape } from '#base/schema.ts';
import type { ProductType } from '#domain/access/products.ts';
import { NewManager, NewReports } from './orders.ts';
import type { Suborder } from './suborders.ts';

const REFRESHABLE = ['income', 'employment', 'insurance', 'transactions', 'assets'] as const;
type Refreshable = (typeof REFRESHABLE)[number];

const picks = Type.Optional(
  Type.Array(
    shape('SuborderReference', 'A suborder, identified by its id or by your number.', {
      id: optionalText(64),
      suborder_number: optionalText(128),
    }),
    {
      description: 'The suborders to refresh; all completed ones if omitted.',
    },
  ),
);
type Pick = { id?: string | null; suborder_number?: string | null };

export const NewRefreshOrder = shape(
  'NewRefreshOrder',
  'What to refresh in an order; an empty body refreshes everything.',
  {
    products: Type.Optional(Type.Array(choice(REFRESHABLE), { minItems: 1, maxItems: 1 })),
    employers: picks,
    financial_accounts: picks,
    email: optionalText(254, { format: 'email' }),
    phone: optionalText(128, { format: 'phone' }),
    manager: Type.Optional(NewManager),
    reports: Type.Optional(NewReports),
    include_recent_paystub: Type.Optional(
      Type.Boolean({ description: 'If true, an employment refresh also stores the newest statement.' }),
    ),
  },
);
export type NewRefreshOrder = Static<typeof NewRefreshOrder>;

const isRefreshable = (product: ProductType): product is Refreshable => REFRESHABLE.some((one) => one === product);

/**
 * Income data includes employment data, so an income order can refresh both products. An order for another product can
 * refresh only that product.
 */
const serves = (ordered: ProductType, wanted: Refreshable): boolean =>
  ordered === wanted || (ordered === 'income' && wanted === 'employment');

/**
 * Decides which product is refreshed, and for which suborders; throws a 400 for an invalid choice. `isLive`: whether
 * the suborder still has a link that can be refreshed.
 */
export function planRefresh<Ordered extends Suborder>(
  body: NewRefreshOrder,
  products: readonly ProductType[],
  suborders: readonly Ordered[],
  isLive: (ordered: Ordered) => boolean,
): { product: Refreshable; picked: Ordered[] } {
  const [asked] = body.products ?? [];
  if (asked && !suborders.some(({ product_type }) => serves(product_type, asked))) {
    throw incorrect({ field: 'products', message: `"${asked}" is not a valid choice.` });
  }
  const faults = [
    ...pickFaults('employers', body.employers, ofKind(suborders, 'employer')),
    ...pickFaults('financial_accounts', body.financial_accounts, ofKind(suborders, 'financial_account')),
  ];
  if (faults.length > 0) throw incorrect(...faults);
  const wanted: readonly Pick[] = [...(body.employers ?? []), ...(body.financial_accounts ?? [])];
  const candidates = suborders.filter(
    (ordered) =>
      ordered.status === 'completed' &&
      (wanted.length === 0 || wanted.some((pick) => names(pick, ordered))) &&
      isLive(ordered),
  );
  // If the order contains two products and one includes the other, the included product has no suborders. So the
  // included product is never the default.
  const isThere = (product: Refreshable) => candidates.some(({ product_type }) => product_type === product);
  const product = asked ?? products.filter(isRefreshable).find(isThere);
  const picked = candidates.filter(({ product_type }) => product !== undefined && serves(product_type, product));
  if (product === undefined || picked.length === 0) throw nothingToRefresh();
  return { product, picked };
}

export const nothingToRefresh = () =>
  incorrect({ field: 'employers', message: 'There is nothing to refresh: no completed suborder has a live link.' });

const ofKind = <Ordered extends Suborder>(suborders: readonly Ordered[], kind: Suborder['kind']): Ordered[] =>
  suborders.filter((ordered) => ordered.kind === kind);

const names = ({ id, suborder_number }: Pick, ordered: Suborder): boolean =>
  id ? ordered.id === id : Boolean(suborder_number) && ordered.suborder_number === suborder_number;

function pickFaults(field: string, wanted: readonly Pick[] | undefined, ordered: readonly Suborder[]): InvalidParam[] {
  return (wanted ?? []).flatMap((pick, at) => {
    if (ordered.some((suborder) => names(pick, suborder))) return [];
    const name = pick.id || !pick.suborder_number ? 'id' : 'suborder_number';
    const message = pick.id || pick.suborder_number ? 'Object not found.' : 'This field is required.';
    return [{ field: `${field}.${at}.${name}`, message }];
  });
}
