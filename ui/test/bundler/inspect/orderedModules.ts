/**
 * Classes whose modules import each other: `base` must not be the first of them, as it is where esbuild evaluates the modules
 * nearest to an entry first, because some of them are also a part of a module that is loaded later.
 */
export const orderedModules: Record<string, string> = {
  'src/Ordered.tsx':
    "import './order/first';\nimport { Base } from './order/base';\nconst later = () => import('./order/later');\nexport default () => <p id={typeof later}>{new Base().leaf() instanceof Base ? 'ordered' : ''}</p>;\n",
  'src/order/first.js': "import './index';\nexport { Leaf } from './leaf';\n",
  'src/order/index.js': "export { Leaf } from './leaf';\n",
  'src/order/leaf.js': "import { Base } from './base';\nexport class Leaf extends Base {}\n",
  'src/order/base.js': "import { Leaf } from './index';\nexport class Base {\n  leaf = () => new Leaf();\n}\n",
  'src/order/later.js': "export { Leaf } from './first';\nexport { Base } from './base';\n",
};
