/** The page's script: small, since it loads the interface with React only when that is needed. */

import { recordEarlyInput } from './lib/start/earlyInput';
import { whenNeeded, whenParsed } from './lib/start/whenNeeded';

document.documentElement.dataset.started = '';
const stopRecording = recordEarlyInput();
// Without the interface the page works as without script.
whenNeeded(() => void import('./interface').then(({ hydrate }) => whenParsed(hydrate), stopRecording));
