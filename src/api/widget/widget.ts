// /widget/api/: the widget's API. It is internal and may change with each release of the widget.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { FormBody } from '#api/platform/bodies.ts';
import type { Metrics } from '#api/platform/metrics.ts';
import { Id } from '#base/schema.ts';
import { CompanyId } from '#domain/connections/companies.ts';
import { NewCertifications } from '#domain/orders/certifications.ts';
import {
  CompanyQuery,
  FinishAnswer,
  NewConsent,
  NewWidgetTask,
  ProviderQuery,
  SecondFactorCode,
  Session,
  SkippedSuborder,
  TaskQuery,
  TaskView,
  WidgetCompany,
  WidgetProvider,
} from '#domain/widget/widget.ts';
import { UploadQuery, UploadTarget, UploadView } from '#domain/widget/widget-documents.ts';
import { deviceOf, type Reached, WidgetEvents } from '#domain/widget/widget-events.ts';
import { FileAnswer } from '#domain/widget/widget-files.ts';
import { openTaskWatch } from '#services/connections/task-watch.ts';
import type { House } from '#services/house.ts';
import { listWidgetProviders, providersOfCompany, searchWidgetCompanies } from '#services/widget/widget-choices.ts';
import { finishUploads, listUploads, removeUpload, uploadFile } from '#services/widget/widget-documents.ts';
import { countSteps, takeEvents } from '#services/widget/widget-events.ts';
import { takeFile } from '#services/widget/widget-files.ts';
import { finishOrder, giveConsent, reviewOrder, skipSuborder } from '#services/widget/widget-orders.ts';
import { openSession } from '#services/widget/widget-sessions.ts';
import { awaitLogin, awaitNews, getWidgetTask, startTask, submitCode } from '#services/widget/widget-tasks.ts';
import type { Visitor } from '#services/widget/widget-tokens.ts';
import { FORM_BYTES_MAX, IMPORT_FORM_BYTES_MAX, readUploadForm } from './upload-forms.ts';
import { guardWidget, widgetRoute } from './widget-edge.ts';

/** The maximum wait of a long poll. It is shorter than the response timeouts of browsers and proxies. */
const POLL_MS = 20_000;
/**
 * How long the response to a login request waits for the result of the login. Most logins have a result within this
 * time. For other logins, the widget polls for the result.
 */
const LOGIN_MS = 2_000;

const task = Type.Object({ task_id: Id });
const results = <Item extends typeof WidgetCompany | typeof WidgetProvider>(item: Item) =>
  Type.Object({ results: Type.Array(item) });

export async function widgetRoutes(app: FastifyInstance, house: House, metrics: Metrics): Promise<void> {
  guardWidget(app, house);
  const watch = openTaskWatch(house.database);
  // On shutdown, long polls get their response immediately and their connections are closed, so that shutdown is fast.
  let is_stopping = false;
  app.addHook('preClose', (done) => {
    is_stopping = true;
    watch.stop();
    done();
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (is_stopping) reply.header('connection', 'close');
    done(null, payload);
  });

  const count = async (visitor: Visitor, request: FastifyRequest, reached: Reached) => {
    const device = deviceOf(request.headers['user-agent']);
    metrics.countSteps(visitor.ctx.scope.environment, device, await countSteps(visitor, [reached], device));
  };

  widgetRoute(app, {
    method: 'GET',
    url: 'session/',
    status: 200,
    answer: Session,
    handle: ({ visitor }) => openSession(visitor),
  });

  widgetRoute(app, {
    method: 'GET',
    url: 'companies/',
    status: 200,
    query: CompanyQuery,
    answer: results(WidgetCompany),
    async handle({ visitor: { ctx, token }, query }) {
      return { results: await searchWidgetCompanies(ctx, token.allowed_products, query.query ?? '') };
    },
  });

  widgetRoute(app, {
    method: 'GET',
    url: 'companies/:company_mapping_id/providers/',
    status: 200,
    params: Type.Object({ company_mapping_id: CompanyId }),
    answer: results(WidgetProvider),
    async handle({ visitor: { ctx, token }, params }) {
      return { results: await providersOfCompany(ctx, token.allowed_products, params.company_mapping_id) };
    },
  });

  widgetRoute(app, {
    method: 'GET',
    url: 'providers/',
    status: 200,
    query: ProviderQuery,
    answer: results(WidgetProvider),
    handle: async ({ visitor, query }) => ({ results: await listWidgetProviders(visitor, query) }),
  });

  widgetRoute(app, {
    method: 'POST',
    url: 'consent/',
    status: 204,
    body: NewConsent,
    async handle({ visitor, body, request }) {
      await giveConsent(visitor, body);
      await count(visitor, request, { step: 'consent', provider_id: '' });
    },
  });

  widgetRoute(app, {
    method: 'POST',
    url: 'tasks/',
    status: 201,
    body: NewWidgetTask,
    answer: TaskView,
    async handle({ visitor, body, reply }) {
      const task_id = await startTask(visitor, body);
      return awaitLogin(visitor, task_id, { watch, ms: LOGIN_MS, signal: gone(reply) });
    },
  });

  widgetRoute(app, {
    method: 'GET',
    url: 'documents/',
    status: 200,
    query: UploadQuery,
    answer: UploadView,
    handle: ({ visitor, query }) => listUploads(visitor, query.suborder_id || null),
  });

  widgetRoute(app, {
    method: 'POST',
    url: 'documents/',
    status: 201,
    body: Type.Unsafe<FormBody>({}),
    body_bytes_max: FORM_BYTES_MAX,
    takes_form: true,
    answer: UploadView,
    async handle({ visitor, body }) {
      const { suborder_id, file } = await readUploadForm(body);
      return uploadFile(visitor, suborder_id, file);
    },
  });

  widgetRoute(app, {
    method: 'POST',
    url: 'documents/:file_id/remove/',
    status: 200,
    params: Type.Object({ file_id: Id }),
    body: UploadTarget,
    answer: UploadView,
    handle: ({ visitor, params, body }) => removeUpload(visitor, body.suborder_id || null, params.file_id),
  });

  widgetRoute(app, {
    method: 'POST',
    url: 'documents/finish/',
    status: 201,
    body: UploadTarget,
    answer: TaskView,
    async handle({ visitor, body, reply }) {
      const task_id = await finishUploads(visitor, body.suborder_id || null);
      return awaitLogin(visitor, task_id, { watch, ms: LOGIN_MS, signal: gone(reply) });
    },
  });

  widgetRoute(app, {
    method: 'POST',
    url: 'files/',
    status: 200,
    body: Type.Unsafe<FormBody>({}),
    body_bytes_max: IMPORT_FORM_BYTES_MAX,
    takes_form: true,
    answer: FileAnswer,
    async handle({ visitor, body, reply }) {
      const { question, task_id } = await takeFile(visitor, body);
      if (question !== undefined) return { question, task: null };
      const task = await awaitLogin(visitor, task_id, { watch, ms: LOGIN_MS, signal: gone(reply) });
      return { question: null, task };
    },
  });

  widgetRoute(app, {
    method: 'GET',
    url: 'tasks/:task_id/',
    status: 200,
    params: task,
    query: TaskQuery,
    answer: TaskView,
    handle: ({ visitor, params, query, reply }) =>
      awaitNews(visitor, params.task_id, query.since, { watch, ms: POLL_MS, signal: gone(reply) }),
  });

  widgetRoute(app, {
    method: 'POST',
    url: 'tasks/:task_id/mfa/',
    status: 200,
    params: task,
    body: SecondFactorCode,
    answer: TaskView,
    async handle({ visitor, params: { task_id }, body, request, reply }) {
      const { provider_id } = await getWidgetTask(visitor, task_id);
      await submitCode(visitor, task_id, body.code);
      await count(visitor, request, { step: 'second_factor', provider_id });
      return awaitLogin(visitor, task_id, { watch, ms: LOGIN_MS, signal: gone(reply) });
    },
  });

  widgetRoute(app, {
    method: 'POST',
    url: 'suborders/:suborder_id/skip/',
    status: 204,
    params: Type.Object({ suborder_id: Id }),
    body: SkippedSuborder,
    handle: ({ visitor, params, body }) => skipSuborder(visitor, params.suborder_id, body.reason ?? ''),
  });

  widgetRoute(app, {
    method: 'POST',
    url: 'certifications/',
    status: 204,
    body: NewCertifications,
    async handle({ visitor, body, request }) {
      await reviewOrder(visitor, body);
      await count(visitor, request, { step: 'reviewed', provider_id: '' });
    },
  });

  widgetRoute(app, {
    method: 'POST',
    url: 'finish/',
    status: 200,
    answer: FinishAnswer,
    handle: ({ visitor }) => finishOrder(visitor),
  });

  widgetRoute(app, {
    method: 'POST',
    url: 'events/',
    status: 204,
    body: WidgetEvents,
    async handle({ visitor, body, request }) {
      const device = deviceOf(request.headers['user-agent']);
      const { environment } = visitor.ctx.scope;
      const { reached, covered } = await takeEvents(visitor, body.events, device);
      metrics.countSteps(environment, device, reached);
      metrics.countCovered(environment, covered);
    },
  });
}

/** A signal that aborts when the browser disconnects. */
function gone({ raw }: FastifyReply): AbortSignal {
  const hungUp = new AbortController();
  raw.once('close', () => hungUp.abort());
  return hungUp.signal;
}
