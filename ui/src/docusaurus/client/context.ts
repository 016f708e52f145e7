/** Sets the page that components ask for while the worker evaluates texts. */

export { setPresentDoc } from '../../lib/docs';
export { setContentContext } from '../../lib/text/locale';
