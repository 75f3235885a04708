// Browser tests of everything that a person does and sees in the widget, against the service as an operator runs it.
import { describeConnections } from './connections.ts';
import { describeCovered } from './covered.ts';
import { describeDocuments } from './documents.ts';
import { describeEverybody } from './everybody.ts';
import { describeLogins } from './logins.ts';
import { describeReadDocuments } from './read-documents.ts';
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
describeDocuments();
describeReadDocuments();
