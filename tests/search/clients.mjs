/** Asks a served site by clients of Typesense as they are: `node clients.mjs BASE_URL`. Throws when one is not satisfied. */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';

const require = createRequire(new URL('../../ui/package.json', import.meta.url));
const { Client, SearchClient } = require('typesense');
// Its modules are written for bundlers, its bundle for browsers.
globalThis.self ??= globalThis;
const adapterModule = require('typesense-instantsearch-adapter/dist/typesense-instantsearch-adapter.js');
const Adapter = adapterModule.default ?? adapterModule;

const { hostname: host, port } = new URL(process.argv[2]);
const server = {
  apiKey: 'search-only',
  nodes: [{ host, port: Number(port), protocol: 'http' }],
  connectionTimeoutSeconds: 5,
};

const client = new Client(server);
assert.deepEqual(await client.health.retrieve(), { ok: true });
const schema = await client.collections('tcl').retrieve();
assert.ok(schema.num_documents > 1000 && schema.fields.some(({ name }) => name === 'hierarchy.lvl1'));
const parameters = {
  q: 'elemntal gauge',
  query_by: 'hierarchy.lvl1,hierarchy.lvl2,content',
  group_by: 'url',
  group_limit: 3,
  sort_by: 'item_priority:desc',
};
const one = await client.collections('tcl').documents().search(parameters);
assert.match(one.grouped_hits[0].hits[0].highlight['hierarchy.lvl1'].snippet, /<mark>Elemental<\/mark>/);
const { results } = await new SearchClient(server).multiSearch.perform(
  {
    searches: [
      { collection: 'tcl', q: 'ganyu' },
      { collection: 'tcl', q: 'x', filter_by: 'foo:=1' },
    ],
  },
  { query_by: 'content' },
);
assert.ok(results[0].found > 0);
assert.equal(results[1].code, 404);
await assert.rejects(client.collections('other').retrieve(), { name: 'ObjectNotFound' });
await assert.rejects(client.collections('tcl').documents().search({ q: 'x', query_by: 'content', infix: 'always' }), {
  name: 'RequestMalformed',
  message: /`infix: true`/,
});
const [listed] = await client.collections().retrieve();
assert.equal(listed.name, 'tcl');
const { document } = one.grouped_hits[0].hits[0];
assert.equal((await client.collections('tcl').documents(document.id).retrieve()).url, document.url);
await assert.rejects(client.collections('tcl').documents('none').retrieve(), {
  name: 'ObjectNotFound',
  message: /document with id: none/,
});
const sorted = await client
  .collections('tcl')
  .documents()
  .search({ q: 'ganyu', query_by: 'content', sort_by: 'item_priority:asc', preset: 'none', infix: 'off' });
const priorities = sorted.hits.map((hit) => hit.document.item_priority);
assert.deepEqual(
  priorities,
  [...priorities].sort((a, b) => a - b),
);
await assert.rejects(
  client.collections('tcl').documents().search({ q: 'x', query_by: 'content', sort_by: 'url:asc' }),
  { name: 'ObjectNotFound', message: /in the schema for sorting/ },
);
await assert.rejects(client.multiSearch.perform({ union: true, searches: [{ collection: 'tcl', q: 'x' }] }), {
  name: 'RequestMalformed',
  message: /`union`/,
});
const lines = await client
  .collections('tcl')
  .documents()
  .export({ filter_by: `url_without_anchor:=\`${document.url.split('#')[0]}\``, include_fields: 'id,url' });
assert.ok(
  lines.split('\n').some((line) => line && JSON.parse(line).id === document.id),
  lines.slice(0, 200),
);

const { searchClient } = new Adapter({
  server,
  additionalSearchParameters: {
    query_by: 'hierarchy.lvl0,hierarchy.lvl1,content',
    group_by: 'url',
    group_limit: 3,
    highlight_affix_num_tokens: 50,
  },
});
const answer = await searchClient.search([
  {
    indexName: 'tcl',
    params: {
      query: 'hu tao',
      facets: ['docusaurus_tag', 'language'],
      facetFilters: [['docusaurus_tag:default', 'docusaurus_tag:docs-default-current'], ['language:en']],
      hitsPerPage: 15,
      page: 0,
      highlightPreTag: '<em>',
      highlightPostTag: '</em>',
    },
  },
]);
const [first] = answer.results;
assert.ok(first.nbHits > 0 && first.nbPages > 0, JSON.stringify(first).slice(0, 400));
assert.ok(first.hits[0].url.endsWith('/characters/pyro/hu-tao'));
assert.equal(first.facets.language.en > 0, true);
console.log('the clients are satisfied');
