// /console/api/…/clock/steps/: moves the sandbox clock by a day, to the next payday or to the next timer.
import type { FastifyInstance } from 'fastify';
import { notFound } from '#base/errors.ts';
import { inLine } from '#base/lines.ts';
import { ClockStepsAnswer, MovedClockAnswer, NewClockStep } from '#domain/console/clock-steps.ts';
import { readSteps, takeStep } from '#services/console/clock-steps.ts';
import type { House } from '#services/house.ts';
import type { Ctx } from '#services/platform/ctx.ts';
import { actorOf, consoleRoute } from './console-routes.ts';

export function clockStepRoutes(app: FastifyInstance, house: House): void {
  consoleRoute(app, {
    method: 'GET',
    url: 'scoped/clock/steps/',
    area: 'sandbox',
    status: 200,
    answer: ClockStepsAnswer,
    async handle({ ctx }) {
      requireSandbox(ctx);
      return readSteps(ctx);
    },
  });

  consoleRoute(app, {
    method: 'POST',
    url: 'scoped/clock/steps/',
    is_audited: false,
    area: 'sandbox',
    right: 'write',
    status: 200,
    body: NewClockStep,
    answer: MovedClockAnswer,
    async handle({ ctx, session, body, request }) {
      requireSandbox(ctx);
      // Requests that move the same clock wait for each other here, before they take a database connection. Requests
      // that move the clock through /v1/ wait in the same queue.
      const line = `${ctx.scope.client_id}:${ctx.scope.environment} /v1/sandbox/clock/advance/`;
      const moved = await inLine(line, () => takeStep(ctx, actorOf(session, request), body.to, house.timer_handlers));
      house.authenticator.forget(ctx.scope.client_id);
      return moved;
    },
  });
}

/** Throws 404 in prod, because only the sandbox has its own clock. */
function requireSandbox({ scope }: Ctx): void {
  if (scope.environment !== 'sandbox') throw notFound();
}
