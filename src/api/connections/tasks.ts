// /v1/tasks/ and /v1/refresh/tasks/: tasks, which retrieve data or perform actions through links.
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { route } from '#api/platform/routes.ts';
import { Id, pageOf } from '#base/schema.ts';
import { toTimestamp } from '#base/timestamps.ts';
import { NewRefresh, NewRefreshAnswer, RefreshAnswer } from '#domain/connections/refresh.ts';
import { TaskAnswer, TaskListQuery } from '#domain/connections/tasks.ts';
import { parsePaging, toPage } from '#domain/platform/pages.ts';
import { refreshByToken } from '#services/connections/refresh.ts';
import { getRefresh, getTask, listTasks, presentTask } from '#services/connections/tasks.ts';
import type { House } from '#services/house.ts';

const params = Type.Object({ task_id: Id });

export function taskRoutes(app: FastifyInstance, house: House): void {
  route(app, {
    method: 'GET',
    url: '/v1/tasks/',
    operation: 'listTasks',
    summary: 'List tasks, newest first',
    description: 'Filters can be combined.',
    tag: 'Tasks',
    status: 200,
    query: TaskListQuery,
    answer: pageOf(TaskAnswer),
    async handle({ ctx, query, request }) {
      const paging = parsePaging(query);
      const { count, tasks } = await listTasks(ctx, query, paging);
      const results = await Promise.all(tasks.map((task) => presentTask(ctx, task)));
      return toPage(house.settings.base_url, request.url, paging, { count, results });
    },
  });

  route(app, {
    method: 'GET',
    url: '/v1/tasks/:task_id/',
    operation: 'getTask',
    summary: 'Read a task',
    description: 'The status is also sent as `task-status-updated`.',
    tag: 'Tasks',
    status: 200,
    params,
    answer: TaskAnswer,
    find: (ctx, { task_id }) => getTask(ctx, task_id),
    handle: ({ ctx, found }) => presentTask(ctx, found),
  });

  route(app, {
    method: 'POST',
    url: '/v1/refresh/tasks/',
    operation: 'createRefresh',
    summary: 'Start a refresh of a link; returns 200 if one is already running',
    description:
      'At most four refreshes per access token in 24 hours. If a refresh is already running, it is returned and does not count.',
    tag: 'Tasks',
    status: 201,
    also: 200,
    body: NewRefresh,
    answer: NewRefreshAnswer,
    async handle({ ctx, body, reply }) {
      const { task_id, is_new } = await refreshByToken(ctx, body);
      if (!is_new) reply.code(200);
      return { task_id };
    },
  });

  route(app, {
    method: 'GET',
    url: '/v1/refresh/tasks/:task_id/',
    operation: 'getRefresh',
    summary: 'Read a refresh',
    description: 'A task that is not a refresh returns 404.',
    tag: 'Tasks',
    status: 200,
    params,
    answer: RefreshAnswer,
    find: (ctx, { task_id }) => getRefresh(ctx, task_id),
    async handle({ found: { id, status, created_at } }) {
      return { id, status, created_at: toTimestamp(created_at), refresh_date: created_at.toISOString().slice(0, 10) };
    },
  });
}
