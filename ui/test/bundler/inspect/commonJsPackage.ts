/** A package whose CommonJS modules require React and each other. */
export const commonJsPackage: Record<string, string> = {
  'src/Wrapped.tsx': "import own from 'wrapped';\nexport default own;\n",
  'node_modules/wrapped/package.json': '{ "name": "wrapped", "version": "1.0.0", "main": "index.js" }\n',
  'node_modules/wrapped/index.js':
    "exports.word = 'wrapped';\nconst other = require('./other');\nmodule.exports = () => other.show();\n",
  'node_modules/wrapped/other.js':
    "const { word } = require('./index');\nconst React = require('react');\nexports.show = () => React.createElement('i', null, word);\n",
};
