/** Sets the page that components ask for while the worker evaluates texts. */

export { setCurrentDoc } from '../../lib/docs';
export { setContentContext } from '../../lib/text/locale';
