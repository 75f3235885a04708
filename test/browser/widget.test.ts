// The widget in a browser, against the service as an operator runs it: everything the person inside the widget does and
// sees.
import { describeConnections } from './connections.ts';
import { describeCovered } from './covered.ts';
import { describeEverybody } from './everybody.ts';
import { describeLogins } from './logins.ts';
import { describeReturning } from './returning.ts';
import { describeScreens } from './screens.ts';
import { raiseStage } from './stage.ts';

raiseStage();
describeLogins();
describeConnections();
describeReturning();
describeEverybody();
describeCovered();
describeScreens();
