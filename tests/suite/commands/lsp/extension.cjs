// Loads the extension of Visual Studio Code with stubs of the editor and of the client library, and prints what it starts.
const Module = require('node:module');

const started = [];
class LanguageClient {
  constructor(id, name, server, client) {
    this.options = { id, name, server, client };
  }
  async start() {
    started.push(this.options);
  }
  async stop() {
    started.push('stop');
  }
}
const stubs = {
  vscode: { workspace: { getConfiguration: (name) => ({ get: (key) => process.env[`${name}.${key}`] }) } },
  'vscode-languageclient/node': { LanguageClient },
};
const load = Module._load;
Module._load = (name, ...rest) => stubs[name] ?? load(name, ...rest);

const extension = require(process.argv[2]);
Promise.resolve(extension.activate({ subscriptions: [] }))
  .then(() => extension.deactivate())
  .then(() => console.log(JSON.stringify(started)));
