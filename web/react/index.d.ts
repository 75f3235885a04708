// Types of the React package.
import type { ReactElement } from 'react';
import type { VouchBridgeHandle, VouchBridgeOptions } from '../bridge/bridge.d.ts';

export type { VouchBridgeHandle, VouchBridgeOptions, VouchEventArguments, VouchMetadata } from '../bridge/bridge.d.ts';

/** `src`: the URL of `/bridge.js` on your Vouch server. */
export type UseVouchBridgeOptions = VouchBridgeOptions & { src: string };

/** The widget as a dialog that you open and close. Calls made before the script has loaded are queued. */
export declare function useVouchBridge(options: UseVouchBridgeOptions): VouchBridgeHandle;

export type VouchInlineProps = Omit<UseVouchBridgeOptions, 'position'> & { className?: string | undefined };

/** The widget inside the page; it is open as long as the component is mounted. */
export declare function VouchInline(props: VouchInlineProps): ReactElement;
