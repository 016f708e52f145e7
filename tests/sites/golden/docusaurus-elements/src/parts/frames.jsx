export function Code({children}) {
  return <code className={children.length > 5 ? 'long' : 'short'}>{children}</code>;
}

export function Frame({children}) {
  return <div className="frame">{children}</div>;
}
