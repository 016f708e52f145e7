const {readFile} = require('node:fs/promises');
const path = require('node:path');

/** Adds a section that names the file, from a file of names. */
module.exports = function stamp({text, next}) {
  return async (tree, file) => {
    const name = (await readFile(path.join(__dirname, 'name.txt'), 'utf8')).trim();
    const own = `${text} ${name}: ${path.basename(file.path)}, ${file.data.frontMatter.title ?? 'without a title'}`;
    tree.children.push(
      {type: 'heading', depth: 2, children: [{type: 'text', value: 'Colophon'}]},
      {type: 'paragraph', children: [{type: 'text', value: `${own}. `}, {type: 'link', url: next, children: [{type: 'text', value: 'Next'}]}]},
      {type: 'stamp', data: {hName: 'footer', hProperties: {id: 'stamp', 'data-made': 'yes'}}, children: []},
      {type: 'html', value: '<kbd>raw</kbd>'},
    );
  };
};
