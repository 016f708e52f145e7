import '../entity.css';
import '../tools.css';
import { useRef } from 'react';
import { altText, FRAMES, membersOf, oneOf, PORTRAIT_DEFAULTS, widthOf, type Roster } from './lib/portrait';
import { PortraitFields } from './lib/PortraitFields';
import { drawSvg, saveCanvas } from './lib/svgCanvas';
import { TeamPicture } from './lib/TeamPicture';
import { Tool } from '../lib/Tool';
import { useToolState } from '../lib/toolState';

export const interactive = true;

export type PortraitStudioProps = { roster: Roster };

/** The maker itself: it composes the picture, and saves it on the device. */
export default function PortraitStudio({ roster }: PortraitStudioProps) {
  const [state, change] = useToolState(PORTRAIT_DEFAULTS);
  const picture = useRef<SVGSVGElement>(null);
  const members = membersOf(state);
  const save = () =>
    picture.current && saveCanvas(drawSvg(picture.current, widthOf(state) * Math.max(members.length, 1)), 'team.png');
  return (
    <Tool title="Portrait maker" onReset={() => change(PORTRAIT_DEFAULTS)}>
      <PortraitFields state={state} roster={roster} change={change} />
      <div className="portrait-stage" data-state={state.ground}>
        <TeamPicture
          ref={picture}
          members={members}
          frame={oneOf(FRAMES, state.frame)}
          isFilled={state.ground !== 'clear'}
          hasNames={state.caption !== 'none'}
        />
      </div>
      <div className="portrait-end">
        <output className="tool-result">
          <span>Alternative text:</span>
          <span className="portrait-alt">{altText(members)}</span>
        </output>
        <button type="button" className="tool-button tool-main" disabled={members.length === 0} onClick={save}>
          Download PNG
        </button>
      </div>
    </Tool>
  );
}
