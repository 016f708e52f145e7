// Starts `bindery lsp`; everything else is the server's part.
const { workspace } = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');

/** Files whose problems and links the server knows. */
const LANGUAGES = ['markdown', 'mdx', 'toml'];

let client;

exports.activate = () => {
  const command = workspace.getConfiguration('bindery').get('path') || 'bindery';
  const documentSelector = LANGUAGES.map((language) => ({ scheme: 'file', language }));
  client = new LanguageClient('bindery', 'Bindery', { command, args: ['lsp'] }, { documentSelector });
  return client.start();
};

exports.deactivate = () => client?.stop();
