// The channel to the receiver of the widget's events: the embedding page, a native app, or no receiver.
import type { Metadata, WidgetEvent } from '../shared/events.ts';

export type Channel = {
  /** `settles` is the id of the task that ended with this event; null if no task ended. */
  emit(event: WidgetEvent, settles: string | null): void;
  /** `success` is `null` if the widget was opened for an order. */
  succeed(success: { public_token: string; metadata: Metadata } | null): void;
  /** Called if the applicant closes the widget, or if the widget closes by itself. */
  close(): void;
  /** Defined if a native app opens the provider's page itself. */
  visit?(url: string): void;
};

/** The channel for our own landing page, which has no embedding page. */
export const NOBODY: Channel = { emit: () => undefined, succeed: () => undefined, close: () => undefined };
