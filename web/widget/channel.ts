// Who is told what happens in the widget: the page around its frame, a native app, or nobody.
import type { Metadata, WidgetEvent } from '../shared/events.ts';

export type Channel = {
  /** `settles`: the task that the event was the end of. */
  emit(event: WidgetEvent, settles: string | null): void;
  /** Without arguments for an order. */
  succeed(success: { public_token: string; metadata: Metadata } | null): void;
  /** The person closes it, or it closes by itself. */
  close(): void;
  /** Where a native app opens the provider's page itself. */
  visit?(url: string): void;
};

/** For a page of ours, which is the widget. */
export const NOBODY: Channel = { emit: () => undefined, succeed: () => undefined, close: () => undefined };
