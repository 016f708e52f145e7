// Registers a Markdown file as a tag.
import Original from '@theme-original/MDXComponents';
import Shared from '@site/docs/_shared.mdx';

export default {...Original, Shared};
