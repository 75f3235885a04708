// Types of the script `/bridge.js`. Copy this file into your project, or load it from the script's server.

/** Every event contains these fields about the session. */
export type VouchCommon = { bridge_token: string; product_type: string | null };
export type VouchTask = VouchCommon & { task_id: string; provider_id: string; employer: { name: string } };
export type VouchErrorCode = 'LOGIN_ERROR' | 'MFA_ERROR' | 'UNAVAILABLE' | 'NO_DATA' | 'LINK_EXISTS' | 'ERROR';
export type VouchViewName =
  | 'SELECT_EMPLOYER'
  | 'PROVIDER_LIST'
  | 'PROVIDER_LOGIN'
  | 'PROVIDER_ORG_ID'
  | 'DOC_UPLOAD_TYPES'
  | 'DOC_UPLOAD'
  | 'ERROR'
  | 'SUCCESS';

/** Each event type with its payload. */
export type VouchEvents = {
  LOAD: undefined;
  OPEN: VouchCommon;
  CLOSE: VouchCommon;
  SCREEN_VIEW: VouchCommon & { view_name: VouchViewName; doc_type?: string };
  EMPLOYER_SELECTED: VouchCommon & { employer: { name: string } };
  DOC_UPLOAD_OPENED: VouchCommon;
  DOCUMENTS_UPLOADED: VouchCommon & { doc_type: string; data_source: string };
  OAUTH_OPENED: VouchCommon & { provider_id: string };
  LINK_CREATED: VouchTask;
  LOGIN_COMPLETE: VouchTask;
  SUCCESS: VouchTask & { public_token: string };
  MANUAL_DDS: VouchCommon & { action: 'EXTERNAL_FLOW' | 'DOWNLOAD' | 'EMAIL' | 'SHARE'; deposit_type: string };
  ERROR: VouchCommon & {
    error: { error_type: 'LINK_ERROR'; error_code: VouchErrorCode; error_message: string };
  };
  UNSUPPORTED_BROWSER: undefined;
  COMPLETED: { order_id: string };
  /** This event is sent to native apps only. */
  START_EXTERNAL_LOGIN: {
    url: string;
    external_login_type: string;
    is_logged_in: { selector: string; script_url: string | null };
    script: { url: string | null; callback_url: string; callback_method: string; callback_headers: object };
  };
};
export type VouchEventType = keyof VouchEvents;
/** The arguments of `onEvent`. The event type determines the type of the payload. */
export type VouchEventArguments = {
  [Type in VouchEventType]: [type: Type, payload: VouchEvents[Type], source: 'bridge' | 'order'];
}[VouchEventType];

export type VouchMetadata = { task_id: string; employer: { name: string } };

export type VouchBridgeOptions = {
  /** The token from `POST /v1/users/{user_id}/tokens/` or from an order. */
  bridgeToken: string;
  /** Preselects the employer; an employer set in the token takes precedence. */
  companyMappingId?: string | undefined;
  /** Where the widget is shown. The default is a dialog over the page; with `inline` the widget fills the container. */
  position?: { type: 'dialog' } | { type: 'inline'; container: HTMLElement } | undefined;
  onLoad?: (() => void) | undefined;
  onEvent?: ((...event: VouchEventArguments) => void) | undefined;
  /**
   * Called when the connection has succeeded. For an order, it is called without arguments once the order is completed.
   */
  onSuccess?: ((publicToken?: string, metadata?: VouchMetadata) => void) | undefined;
  onClose?: (() => void) | undefined;
  /** This option is accepted for compatibility and has no effect. The token determines whether there is an order. */
  isOrder?: boolean | undefined;
  /** This option is accepted for compatibility and has no effect. */
  clientName?: unknown;
  /** This option is accepted for compatibility and has no effect. */
  product?: unknown;
  /** This option is accepted for compatibility and has no effect. */
  trackingInfo?: unknown;
};

export type VouchBridgeHandle = { open(): void; close(): void };

export type VouchBridge = { init(options: VouchBridgeOptions): VouchBridgeHandle };

declare global {
  interface Window {
    /** The widget object. It is `undefined` until the script has been loaded. */
    VouchBridge?: VouchBridge;
  }
}
