// Events that the widget reports. Some events are counted as steps of a funnel. The funnel shows how far applicants
// get, by provider and device.
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
  // The widget sends this event only to the server, not to the embedding page or app.
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

/** Buttons that accept a click only if they are fully visible, or if an explanation was shown before the click. */
const CONTROLS = ['consent', 'link', 'deposit'] as const;
/**
 * `doubted`: the press was ignored, and an explanation was shown. `confirmed`: an explanation had been shown before the
 * press, so the press was accepted. `by_key`: the control was pressed with a key, and such a press is always accepted.
 */
const OUTCOMES = ['doubted', 'confirmed', 'by_key'] as const;

/**
 * A press on a control that was not fully visible, because something covers the widget's frame or because the frame is
 * transparent.
 */
export type CoveredPress = { control: (typeof CONTROLS)[number]; outcome: (typeof OUTCOMES)[number] };

/**
 * Returns the covered press that the event reports. Returns `undefined` if the event reports no covered press, or if
 * the control or the outcome is missing or unknown.
 */
export function coveredPressOf({ type, payload }: WidgetEvent): CoveredPress | undefined {
  if (type !== 'COVERED') return undefined;
  const control = CONTROLS.find((one) => one === payload?.['control']);
  const outcome = OUTCOMES.find((one) => one === payload?.['outcome']);
  return control === undefined || outcome === undefined ? undefined : { control, outcome };
}

/** The funnel steps, in the order in which applicants reach them. */
export const FUNNEL_STEPS = [
  'consent',
  'search',
  'chosen',
  'opened',
  'documents_opened',
  'documents_uploaded',
  'tried',
  'second_factor',
  'succeeded',
  'reviewed',
  'submitted',
] as const;
export type FunnelStep = (typeof FUNNEL_STEPS)[number];

export const DEVICES = ['phone', 'tablet', 'desktop'] as const;
export type Device = (typeof DEVICES)[number];

/** `provider_id` is empty if the step has no provider, or if the id that the page sent is unknown. */
export type Reached = { step: FunnelStep; provider_id: string };
/**
 * `count` is the number of visits that reached the step with this provider. `visits` is the number of visits that
 * reached the step with this provider before any other provider. So the sum of `visits` over all providers includes
 * each visit once.
 */
export type FunnelCount = Reached & { device: Device; count: number; visits: number };

const OPENED = ['consent', 'opened'] as const;
const TRIED = [...OPENED, 'tried'] as const;
const SUCCEEDED = [...TRIED, 'succeeded'] as const;

/**
 * For each step, the earlier steps that are counted together with it. They are counted even if the visit did not show
 * their screens. For example, a person who returns has already agreed, so the visit does not show the screen of the
 * step `consent`. No step is counted for more visits than any earlier step in its list.
 */
const PASSED: Readonly<Record<FunnelStep, readonly FunnelStep[]>> = {
  consent: [],
  search: ['consent'],
  chosen: ['consent', 'search'],
  opened: ['consent'],
  documents_opened: OPENED,
  documents_uploaded: [...OPENED, 'documents_opened'],
  tried: OPENED,
  second_factor: TRIED,
  succeeded: TRIED,
  reviewed: SUCCEEDED,
  submitted: SUCCEEDED,
};

const WITHOUT_PROVIDER: ReadonlySet<FunnelStep> = new Set(['consent', 'search', 'chosen', 'reviewed', 'submitted']);

/**
 * A step that is counted now. `is_first` is true if the visit has not reached this step with another provider before.
 */
export type NewStep = Reached & { is_first: boolean };

/**
 * Returns the steps that have to be counted when a visit reaches the steps `reached`. `before` contains the steps that
 * have already been counted for this visit, as `step:provider`.
 */
export function stepsToCount(before: readonly string[], reached: readonly Reached[]): NewStep[] {
  const known = new Set(before);
  const steps = new Set(before.map((key) => key.slice(0, key.indexOf(':'))));
  const counted: NewStep[] = [];
  for (const { step: last, provider_id: given } of reached) {
    const provider_id = WITHOUT_PROVIDER.has(last) ? succeededWith(known) : given;
    for (const step of [...PASSED[last], last]) {
      const one = { step, provider_id: WITHOUT_PROVIDER.has(step) ? '' : provider_id };
      const key = `${one.step}:${one.provider_id}`;
      if (known.has(key)) continue;
      counted.push({ ...one, is_first: !steps.has(step) });
      known.add(key);
      steps.add(step);
    }
  }
  return counted;
}

const SUCCESS_KEY = 'succeeded:';
const succeededWith = (known: ReadonlySet<string>): string =>
  [...known].find((key) => key.startsWith(SUCCESS_KEY))?.slice(SUCCESS_KEY.length) ?? '';

const SCREENS: Readonly<Record<string, FunnelStep>> = {
  SELECT_EMPLOYER: 'search',
  PROVIDER_LIST: 'search',
  PROVIDER_LOGIN: 'opened',
  PROVIDER_ORG_ID: 'opened',
};

/**
 * Returns the funnel step that an event represents. Returns `undefined` for most events. Steps that no event represents
 * are counted on the server.
 */
export function reachedBy({ type, payload }: WidgetEvent, isProvider: (id: string) => boolean): Reached | undefined {
  const step = stepOf(type, payload?.['view_name']);
  if (step === undefined) return undefined;
  const named = payload?.['provider_id'];
  // An id sent by a page is used only if the provider exists, so that a page cannot fill the table with invented ids.
  const is_named = typeof named === 'string' && !WITHOUT_PROVIDER.has(step) && isProvider(named);
  return { step, provider_id: is_named ? named : '' };
}

function stepOf(type: WidgetEvent['type'], view_name: unknown): FunnelStep | undefined {
  switch (type) {
    case 'SCREEN_VIEW':
      return typeof view_name === 'string' && Object.hasOwn(SCREENS, view_name) ? SCREENS[view_name] : undefined;
    case 'EMPLOYER_SELECTED':
      return 'chosen';
    case 'OAUTH_OPENED':
      return 'opened';
    case 'DOC_UPLOAD_OPENED':
      return 'documents_opened';
    case 'DOCUMENTS_UPLOADED':
      return 'documents_uploaded';
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

/**
 * The user agents of Android tablets do not contain the word "Mobile". Newer Apple tablets send the user agent of a
 * Mac, so they cannot be distinguished from a Mac.
 */
export function deviceOf(user_agent: string | undefined): Device {
  const agent = user_agent ?? '';
  if (/iPad|Tablet|PlayBook|Silk(?!.*Mobile)|Android(?!.*Mobile)/i.test(agent)) return 'tablet';
  return /Mobi|iPhone|iPod|Windows Phone/i.test(agent) ? 'phone' : 'desktop';
}
