// Adds a page for each file of `people/`.
const { readdirSync, readFileSync } = require('node:fs');
const path = require('node:path');

module.exports = (context) => ({
  name: 'people',
  loadContent() {
    const folder = path.join(context.siteDir, 'people');
    return readdirSync(folder).map((name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')));
  },
  async contentLoaded({ content, actions }) {
    for (const person of content) {
      const data = await actions.createData(`${person.id}.json`, JSON.stringify(person));
      actions.addRoute({
        path: `${context.baseUrl}people/${person.id}`,
        component: '@site/src/Person',
        modules: { person: data },
        exact: true,
      });
    }
    const [lead] = content;
    actions.addRoute({
      path: `${context.baseUrl}team`,
      component: '@site/src/Team',
      props: { name: 'The team' },
      routes: [
        {
          path: `${context.baseUrl}team/lead`,
          component: '@site/src/Person',
          modules: { person: await actions.createData('lead.json', JSON.stringify(lead)) },
          exact: true,
        },
      ],
    });
    actions.setGlobalData({ count: content.length });
  },
  getClientModules: () => [path.resolve(context.siteDir, 'src/client.js')],
});
