/**
 * Entry point that renders pages in QuickJS: a classic script without the APIs of Node and browsers.
 *
 * Defines `binderyAnswer`: a line of JSON in, a line of JSON out, the same as the worker's.
 */

import './engine/globals';
import { answer } from './server/answer';

Object.assign(globalThis, { binderyAnswer: answer });
