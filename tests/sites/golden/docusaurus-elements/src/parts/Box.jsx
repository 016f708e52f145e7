export default function Box({icon: Icon, columns = [], children}) {
  return (
    <div className="box">
      {Icon && <Icon />}
      {columns.map(({id, render}) => <i key={id}>{render(id)}</i>)}
      {children}
    </div>
  );
}

export const Star = () => <b className="star">*</b>;
