// What the widget tells of what happens in it, and the funnel that is counted from it: how far people get, at which
// provider, on what kind of device.
import { type Static, Type } from 'typebox';
import { choice } from '#base/schema.ts';

const EVENT_TYPES = [
  'LOAD',
  'OPEN',
  'CLOSE',
  'SCREEN_VIEW',
  'EMPLOYER_SELECTED',
  'DOC_UPLOAD_OPENED',
  'DOCUMENTS_UPLOADED',
  'OAUTH_OPENED',
  'LINK_CREATED',
  'LOGIN_COMPLETE',
  'SUCCESS',
  'MANUAL_DDS',
  'ERROR',
  'UNSUPPORTED_BROWSER',
  'COMPLETED',
  'START_EXTERNAL_LOGIN',
  // For the server alone: pages and apps do not hear of it.
  'COVERED',
] as const;

const EVENTS_MAX = 50;

const WidgetEvent = Type.Object({
  type: choice(EVENT_TYPES),
  payload: Type.Optional(
    Type.Unsafe<Readonly<Record<string, unknown>> | null>({ type: ['object', 'null'], properties: {} }),
  ),
});
export type WidgetEvent = Static<typeof WidgetEvent>;
export const WidgetEvents = Type.Object({ events: Type.Array(WidgetEvent, { minItems: 1, maxItems: EVENTS_MAX }) });

/** What wants a press that is meant. */
const CONTROLS = ['consent', 'link', 'deposit'] as const;
/** The press was not taken; the explained one after it was; it came from a key, which is always taken. */
const OUTCOMES = ['doubted', 'confirmed', 'by_key'] as const;

/** A press while the browser could not see the control undistorted: something lies over the frame, or it is transparent. */
export type CoveredPress = { control: (typeof CONTROLS)[number]; outcome: (typeof OUTCOMES)[number] };

/** Undefined where the event is none, or does not say what was pressed. */
export function coveredPressOf({ type, payload }: WidgetEvent): CoveredPress | undefined {
  if (type !== 'COVERED') return undefined;
  const control = CONTROLS.find((one) => one === payload?.['control']);
  const outcome = OUTCOMES.find((one) => one === payload?.['outcome']);
  return control === undefined || outcome === undefined ? undefined : { control, outcome };
}

/** In the order people take them. */
export const FUNNEL_STEPS = [
  'consent',
  'search',
  'chosen',
  'opened',
  'tried',
  'second_factor',
  'succeeded',
  'reviewed',
  'submitted',
] as const;
export type FunnelStep = (typeof FUNNEL_STEPS)[number];

export const DEVICES = ['phone', 'tablet', 'desktop'] as const;
export type Device = (typeof DEVICES)[number];

/** `provider_id` is empty where none was chosen yet. */
export type Reached = { step: FunnelStep; provider_id: string };
export type FunnelCount = Reached & { device: Device; count: number };

const SCREENS: Readonly<Record<string, FunnelStep>> = {
  SELECT_EMPLOYER: 'search',
  PROVIDER_LIST: 'search',
  PROVIDER_LOGIN: 'opened',
  PROVIDER_ORG_ID: 'opened',
};

/** What an event says of the funnel; most say nothing. The rest of the steps is counted where it happens. */
export function reachedBy({ type, payload }: WidgetEvent, isProvider: (id: string) => boolean): Reached | undefined {
  const step = stepOf(type, payload?.['view_name']);
  if (step === undefined) return undefined;
  const named = payload?.['provider_id'];
  // What a page sends is taken only where it names something that exists, so that nobody can fill the table.
  return { step, provider_id: typeof named === 'string' && isProvider(named) ? named : '' };
}

function stepOf(type: WidgetEvent['type'], view_name: unknown): FunnelStep | undefined {
  switch (type) {
    case 'SCREEN_VIEW':
      return typeof view_name === 'string' && Object.hasOwn(SCREENS, view_name) ? SCREENS[view_name] : undefined;
    case 'EMPLOYER_SELECTED':
      return 'chosen';
    case 'OAUTH_OPENED':
      return 'opened';
    case 'LINK_CREATED':
      return 'tried';
    case 'SUCCESS':
      return 'succeeded';
    case 'COMPLETED':
      return 'submitted';
    default:
      return undefined;
  }
}

/** Tablets with Android leave the word "Mobile" out; those of Apple say that they are a Mac, and cannot be told from one. */
export function deviceOf(user_agent: string | undefined): Device {
  const agent = user_agent ?? '';
  if (/iPad|Tablet|PlayBook|Silk(?!.*Mobile)|Android(?!.*Mobile)/i.test(agent)) return 'tablet';
  return /Mobi|iPhone|iPod|Windows Phone/i.test(agent) ? 'phone' : 'desktop';
}
