/** `@docusaurus/ExecutionEnvironment`: what the code runs in, a browser or the build. */

const canUseDOM = typeof window !== 'undefined' && typeof document !== 'undefined';

export default {
  canUseDOM,
  canUseEventListeners: canUseDOM,
  canUseIntersectionObserver: canUseDOM,
  canUseViewport: canUseDOM,
};
