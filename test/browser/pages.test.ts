// Browser tests of the pages that host the widget: third-party pages, the landing page, native apps and the demo. Also
// tests the API reference. The service runs from its build, with the settings of an operator.
import { describeApps } from './apps.ts';
import { describeBridge } from './bridge.ts';
import { describeLanding } from './landing.ts';
import { describeLoading } from './loading.ts';
import { describeMessages } from './messages.ts';
import { describeReference } from './reference.ts';
import { raiseStage } from './stage.ts';

raiseStage();
describeBridge();
describeLoading();
describeMessages();
describeLanding();
describeApps();
describeReference();
