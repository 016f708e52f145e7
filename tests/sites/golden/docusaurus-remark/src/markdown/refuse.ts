import type {Root} from 'mdast';

/** Throws at a place of one document. */
export default function refuse() {
  return (tree: Root, file: any) => {
    const refused = tree.children.find((node: any) => node.children?.[0]?.value?.startsWith('Forbidden'));
    if (refused) file.fail('this text is forbidden', refused);
  };
}
