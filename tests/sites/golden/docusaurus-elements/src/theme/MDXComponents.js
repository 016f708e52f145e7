import Original from '@theme-original/MDXComponents';
import Link from '@site/src/parts/Link';
import {Code, Frame} from '@site/src/parts/frames';

export default {
  ...Original,
  a: Link,
  code: Code,
  h2: (props) => <h2 className="own" {...props} />,
  img: (props) => <figure><img {...props} /></figure>,
  li: Original.li,
  pre: Frame,
  table: ({children, ...rest}) => (
    <div className="wide"><table {...rest}>{children}</table></div>
  ),
};
