import type { Ref } from 'react';
import { ELEMENT_ICONS } from '../../lib/icons';
import { altText, initials, type Frame, type Member } from './portrait';

export type TeamPictureProps = {
  ref?: Ref<SVGSVGElement>;
  members: Member[];
  frame: Frame;
  isFilled: boolean;
  hasNames: boolean;
};

/** A medallion's place in the picture. */
export const CELL = 112;
const MIDDLE = CELL / 2;
const RADIUS = 46;
const CAPTION = 24;
/** Longer names than this many letters are written smaller. */
const FITTING = 14;

function FrameLines({ frame }: { frame: Frame }) {
  if (frame === 'square') {
    const box = { x: MIDDLE - RADIUS, y: MIDDLE - RADIUS, width: 2 * RADIUS, height: 2 * RADIUS, rx: 10 };
    return <rect className="portrait-ground portrait-ring" {...box} />;
  }
  const circle = { cx: MIDDLE, cy: MIDDLE };
  return (
    <>
      <circle className={`portrait-ground portrait-ring portrait-${frame}`} {...circle} r={RADIUS} />
      {frame === 'double' && <circle className="portrait-ring portrait-inner" {...circle} r={RADIUS - 6} />}
    </>
  );
}

function Medallion({ member, frame, hasNames }: { member: Member; frame: Frame; hasNames: boolean }) {
  const letters = initials(member.name);
  const icon = ELEMENT_ICONS[member.element.toLowerCase()];
  const name = member.name.trim() || `Any ${member.element}`;
  return (
    <>
      <FrameLines frame={frame} />
      {letters === '' ? (
        <g transform={`translate(${MIDDLE - 27} ${MIDDLE - 27}) scale(2.25)`}>{icon}</g>
      ) : (
        <>
          <text className="portrait-letters" x={MIDDLE} y={MIDDLE + 12} fontSize="34" textAnchor="middle">
            {letters}
          </text>
          <circle className="portrait-badge" cx={MIDDLE + 33} cy={MIDDLE + 33} r="14" />
          <g transform={`translate(${MIDDLE + 24} ${MIDDLE + 24}) scale(.75)`}>{icon}</g>
        </>
      )}
      {hasNames && (
        <text
          className="portrait-name"
          x={MIDDLE}
          y={CELL + 13}
          fontSize={(13 * FITTING) / Math.max(FITTING, name.length)}
          textAnchor="middle"
        >
          {name}
        </text>
      )}
    </>
  );
}

/** The team in one drawing, which is also what the saved picture is made of. */
export function TeamPicture({ ref, members, frame, isFilled, hasNames }: TeamPictureProps) {
  const [width, height] = [CELL * Math.max(members.length, 1), CELL + (hasNames ? CAPTION : 0)];
  return (
    <svg
      ref={ref}
      className="portrait"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      role="img"
      aria-label={altText(members)}
    >
      {isFilled && <rect className="portrait-paper" x="0" y="0" width={width} height={height} rx="8" />}
      {members.map((member, at) => (
        <g key={at} data-element={member.element.toLowerCase()} transform={`translate(${at * CELL} 0)`}>
          <Medallion member={member} frame={frame} hasNames={hasNames} />
        </g>
      ))}
    </svg>
  );
}
