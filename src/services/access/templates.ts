// Creates, reads, changes and deletes templates, and chooses the template of a new object.
import { notFound } from '#base/errors.ts';
import { toTimestamp } from '#base/timestamps.ts';
import type { ProductType } from '#domain/access/products.ts';
import {
  changeTemplate,
  checkTemplate,
  isDefault,
  type NewTemplate,
  nameTaken,
  newTemplate,
  type Template,
  type TemplateChanges,
} from '#domain/access/templates.ts';
import type { Paging } from '#domain/platform/pages.ts';
import { EVERYTHING_RETURNED, type Returned } from '#domain/reports/returned-data.ts';
import { type Ctx, inTransaction, missing } from '#services/platform/ctx.ts';
import { lockEnvironment } from '#storage/access/clients.ts';
import {
  deleteTemplate as deleteRow,
  findDefaultTemplateId,
  findTemplate,
  findTemplateEver,
  hasTemplate,
  insertTemplate,
  listTemplates as listRows,
  TEMPLATE_NAME_TAKEN,
  TEMPLATES,
  unmarkOthers,
  updateTemplate as updateRow,
} from '#storage/access/templates.ts';
import { isUniqueViolation } from '#storage/platform/db.ts';
import { noteDeleted } from '#storage/platform/lists/list-blocks.ts';

export async function createTemplate(ctx: Ctx, input: NewTemplate): Promise<Template> {
  const template = checked(ctx, newTemplate(input, ctx.newId(), ctx.now()));
  return writing(ctx, async (ctx) => {
    await unlessTaken(insertTemplate(ctx.db, ctx.scope, template));
    return marked(ctx, template);
  });
}

export async function getTemplate(ctx: Ctx, id: string): Promise<Template> {
  const template = await findTemplate(ctx.db, ctx.scope, id);
  if (template === undefined) throw await missing(ctx, (db, scope) => findTemplate(db, scope, id));
  return template;
}

/** Reads even a deleted template, because objects created with it keep its settings. */
export async function templateOf(ctx: Ctx, template_id: string): Promise<Template> {
  const template = await findTemplateEver(ctx.db, ctx.scope, template_id);
  if (template === undefined) throw new Error('a stored object refers to a template that never existed');
  return template;
}

/**
 * Returns which data the API returns for a link with this template. If `template_id` is null, the link was created
 * without a template, and all data is returned.
 */
export const returnedUnder = async (ctx: Ctx, { template_id }: { template_id: string | null }): Promise<Returned> =>
  template_id === null ? EVERYTHING_RETURNED : (await templateOf(ctx, template_id)).settings.data;

/** Lists templates, newest first. */
export async function listTemplates(ctx: Ctx, paging: Paging): Promise<{ count: number; templates: Template[] }> {
  const { count, templates, needs_closing } = await listRows(ctx.db, ctx.scope, paging);
  if (needs_closing) ctx.block_closer.wake(ctx.database.scoped(ctx.scope), ctx.scope, TEMPLATES);
  return { count, templates };
}

export async function updateTemplate(ctx: Ctx, id: string, changes: TemplateChanges): Promise<Template> {
  return writing(ctx, async (ctx) => {
    const stored = await findTemplate(ctx.db, ctx.scope, id);
    if (stored === undefined) throw notFound();
    const template = checked(ctx, changeTemplate(stored, changes, ctx.now()));
    await unlessTaken(updateRow(ctx.db, ctx.scope, template));
    return marked(ctx, template);
  });
}

export async function deleteTemplate(ctx: Ctx, id: string): Promise<void> {
  await writing(ctx, async (ctx) => {
    const stored = await findTemplate(ctx.db, ctx.scope, id);
    if (stored === undefined) throw notFound();
    if (stored.default_for_products) throw isDefault();
    await deleteRow(ctx.db, ctx.scope, id, ctx.now());
    await noteDeleted(ctx.db, ctx.scope, TEMPLATES, stored);
  });
}

/**
 * Returns the id of the named template. If no template is named, returns the id of the product's default template, or
 * `null` if the product has no default. Returns `undefined` if the named template is unknown.
 */
export async function chooseTemplate(
  ctx: Ctx,
  template_id: string | null | undefined,
  product_type: ProductType,
): Promise<string | null | undefined> {
  if (!template_id) return (await findDefaultTemplateId(ctx.db, ctx.scope, product_type)) ?? null;
  return (await hasTemplate(ctx.db, ctx.scope, template_id)) ? template_id : undefined;
}

/** Runs all writes to an environment's templates one after the other, so that no product ever has two defaults. */
const writing = <T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T> =>
  inTransaction(ctx, async (ctx) => {
    await lockEnvironment(ctx.db, ctx.scope);
    return work(ctx);
  });

function checked(ctx: Ctx, template: Template): Template {
  checkTemplate(template, toTimestamp(ctx.now()).slice(0, 10));
  return template;
}

async function marked(ctx: Ctx, template: Template): Promise<Template> {
  if (template.default_for_products) await unmarkOthers(ctx.db, ctx.scope, template);
  return template;
}

async function unlessTaken(write: Promise<void>): Promise<void> {
  try {
    await write;
  } catch (error) {
    throw isUniqueViolation(error, TEMPLATE_NAME_TAKEN) ? nameTaken() : error;
  }
}
