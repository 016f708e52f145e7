export default ({children, url}) => <div className="window"><p>{url}</p>{children}</div>;
