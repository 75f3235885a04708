// Types of the React package.
import type { ReactElement } from 'react';
import type { VouchBridgeHandle, VouchBridgeOptions } from '../bridge/bridge.d.ts';

export type { VouchBridgeHandle, VouchBridgeOptions, VouchEventArguments, VouchMetadata } from '../bridge/bridge.d.ts';

/** `src`: the URL of `/bridge.js` on your Vouch server. */
export type UseVouchBridgeOptions = VouchBridgeOptions & { src: string };

/** A dialog that you open and close. Calls before the script has loaded are queued until it has. */
export declare function useVouchBridge(options: UseVouchBridgeOptions): VouchBridgeHandle;

export type VouchInlineProps = Omit<UseVouchBridgeOptions, 'position'> & { className?: string | undefined };

/** The widget inside the page: open as long as it is mounted. */
export declare function VouchInline(props: VouchInlineProps): ReactElement;
