/** `@docusaurus/theme-common/Details`, which exports its component by its name. */

export { default, default as Details } from '../../content/Details';
