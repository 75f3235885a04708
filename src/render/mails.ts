// The texts of mails to dashboard users: mails about webhook endpoints, and invitations. Each function receives data
// and returns a subject and plain text.
import { toTimestamp } from '#base/timestamps.ts';
import { DELIVERIES_KEPT_DAYS, DISABLED_AFTER_SECONDS } from '#domain/events/webhook-deliveries.ts';
import type { Environment } from '#domain/platform/scope.ts';

export type MailText = { subject: string; text: string };

export type FailingEndpoint = {
  id: string;
  name: string;
  webhook_url: string;
  environment: Environment;
  failing_since: Date;
  /** The base URL of the API. */
  base_url: string;
};

/** The mail that is sent a day before the endpoint is disabled. */
export function webhookFailing(endpoint: FailingEndpoint): MailText {
  const disabled_at = new Date(endpoint.failing_since.getTime() + DISABLED_AFTER_SECONDS * 1000);
  return {
    subject: `Webhook endpoint failing: ${nameOf(endpoint)}`,
    text: letter(
      `Your webhook endpoint has not accepted anything we have sent it since ${moment(endpoint.failing_since)}.`,
      about(endpoint),
      `If no request succeeds before ${moment(disabled_at)}, we will disable it.`,
      `A single request answered with a 2xx status within 10 seconds is enough: all events still waiting are then sent at once. To resend events that we had already given up on:`,
      replay(endpoint),
      `To see what we sent and the results:`,
      indented(`GET ${endpoint.base_url}/v1/webhook-requests/?endpoint_id=${endpoint.id}`),
    ),
  };
}

export function webhookDisabled(endpoint: FailingEndpoint): MailText {
  return {
    subject: `Webhook endpoint disabled: ${nameOf(endpoint)}`,
    text: letter(
      `Your webhook endpoint has not accepted anything we have sent it since ${moment(endpoint.failing_since)}, so we have disabled it.`,
      about(endpoint),
      `To enable it again, make sure that it responds with a 2xx status within 10 seconds, then send:`,
      indented(`PATCH ${addressOf(endpoint)}`, '{"enabled": true}'),
      `Missed events are kept for ${DELIVERIES_KEPT_DAYS} days. To have them sent again:`,
      replay(endpoint),
    ),
  };
}

export type InvitationFacts = {
  client_name: string;
  environment: Environment;
  role: string;
  invited_by: string;
  url: string;
  expires_at: Date;
};

export function invitationMail({
  client_name,
  environment,
  role,
  invited_by,
  url,
  expires_at,
}: InvitationFacts): MailText {
  return {
    subject: `Invitation to the Vouch console of ${client_name}`,
    text: letter(
      `${invited_by} invites you to the Vouch console of ${client_name}, as ${role} in ${environment}.`,
      `To accept, open this address:`,
      indented(url),
      `The address works once, until ${moment(expires_at)}. If you did not expect this mail, ignore it.`,
    ),
  };
}

const letter = (...paragraphs: string[]): string => `${['Hello,', ...paragraphs, 'Vouch'].join('\n\n')}\n`;

const about = (endpoint: FailingEndpoint): string =>
  indented(
    `Endpoint:    ${nameOf(endpoint)}`,
    // We show only the origin, because the rest of the URL may contain a secret token.
    `Address:     ${originOf(endpoint)}`,
    `Environment: ${endpoint.environment}`,
  );

/**
 * The replayed range starts this much earlier than `failing_since`. The first failed event may be older than
 * `failing_since`, because the retries of this event may have begun up to 1.5 days earlier. A longer time is harmless,
 * because only failed events are replayed.
 */
const REPLAYED_BEFORE_MS = 2 * 86_400_000;

function replay(endpoint: FailingEndpoint): string {
  const since = new Date(endpoint.failing_since.getTime() - REPLAYED_BEFORE_MS);
  return indented(`POST ${addressOf(endpoint)}replay/`, `{"created_at__gte": "${toTimestamp(since)}"}`);
}

const addressOf = ({ base_url, id }: FailingEndpoint): string => `${base_url}/v1/webhooks/${id}/`;

const originOf = ({ webhook_url }: FailingEndpoint): string => new URL(webhook_url).origin;

/**
 * Returns the endpoint's name on one line, without control characters and without characters that reorder text. If no
 * character of the name is left, returns the origin of the endpoint's URL.
 */
const nameOf = (endpoint: FailingEndpoint): string =>
  endpoint.name.replace(/[\p{C}\s]+/gu, ' ').trim() || originOf(endpoint);

/** Formats a time as `2026-03-01 12:00 UTC`. */
const moment = (date: Date): string => `${toTimestamp(date).slice(0, 16).replace('T', ' ')} UTC`;

const indented = (...lines: string[]): string => lines.map((line) => `  ${line}`).join('\n');
