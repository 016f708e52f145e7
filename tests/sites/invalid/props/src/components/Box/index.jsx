export const props = { size: 'string', wide: 'boolean?' };

export default function Box({ size, wide }) {
  return <div className={wide ? 'wide' : size} />;
}
