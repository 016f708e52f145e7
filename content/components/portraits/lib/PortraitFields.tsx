import {
  CAPTIONS,
  FRAMES,
  GROUNDS,
  memberChange,
  memberOf,
  NOBODY,
  PORTRAIT_ELEMENTS,
  SLOTS,
  WIDTHS,
} from './portrait';
import type { PortraitState, Roster } from './portrait';
import { Select } from '../../lib/Select';
import { useReady } from '../../lib/toolState';

export type PortraitFieldsProps = {
  state: PortraitState;
  roster: Roster;
  change: (part: Partial<PortraitState>) => void;
};

/** Identifiers made by React differ where an island is rendered inside another component. */
const NAMES = 'portrait-names';

/** Four members and the look of the picture. */
export function PortraitFields({ state, roster, change }: PortraitFieldsProps) {
  const isReady = useReady();
  return (
    <>
      {isReady && (
        <datalist id={NAMES}>
          {Object.values(roster)
            .flat()
            .map((name) => (
              <option key={name} value={name} />
            ))}
        </datalist>
      )}
      <ol className="hits members" role="list">
        {SLOTS.map((slot) => {
          const { name, element } = memberOf(state, slot);
          return (
            <li key={slot} data-element={element.toLowerCase()}>
              <fieldset>
                <legend className="visually-hidden">{`Member ${slot}`}</legend>
                <label className="tool-field">
                  <span>{`Member ${slot}`}</span>
                  <input
                    type="text"
                    value={name}
                    list={isReady ? NAMES : undefined}
                    placeholder={element === NOBODY ? '' : `Any ${element}`}
                    autoComplete="off"
                    onChange={(event) => change(memberChange(roster, slot, event.currentTarget.value))}
                  />
                </label>
                <Select
                  label="Element"
                  value={element}
                  options={PORTRAIT_ELEMENTS}
                  onChange={(value) => change({ [`e${slot}`]: value })}
                />
              </fieldset>
            </li>
          );
        })}
      </ol>
      <div className="tool-fields">
        <Select label="Frame" value={state.frame} options={FRAMES} onChange={(frame) => change({ frame })} />
        <Select label="Ground" value={state.ground} options={GROUNDS} onChange={(ground) => change({ ground })} />
        <Select label="Caption" value={state.caption} options={CAPTIONS} onChange={(caption) => change({ caption })} />
        <Select label="Size of a medallion" value={state.size} options={WIDTHS} onChange={(size) => change({ size })} />
      </div>
    </>
  );
}
