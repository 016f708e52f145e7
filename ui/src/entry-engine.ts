/**
 * The render worker as one classic script, for the JavaScript engine inside the build, which has no Node and no browser.
 *
 * Defines `binderyAnswer`: a line of JSON in, a line of JSON out, the same as the worker's.
 */

import './engine/globals';
import { answer } from './server/answer';

Object.assign(globalThis, { binderyAnswer: answer });
