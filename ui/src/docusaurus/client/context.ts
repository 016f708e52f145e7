/** What the build tells components of the page that they are on, for the worker that evaluates texts. */

export { setPresentDoc } from '../../lib/docs';
export { setContentContext } from '../../lib/text/locale';
