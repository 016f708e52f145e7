export const navbar = {
  title: 'Odd',
  items: [
    {type: 'docSidebar', sidebarId: 'main', label: 'Manual', position: 'left'},
    {label: 'More', items: [{to: '/news', label: 'News'}, {type: 'doc', docId: 'intro', docsPluginId: 'guides', label: 'Guides'}]},
    {type: 'localeDropdown', position: 'right'},
    {href: 'https://git.example/odd', 'aria-label': 'Source', className: 'header-link', position: 'right'},
  ],
};
