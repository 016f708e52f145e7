import { CAPTIONS, FRAMES, GROUNDS, memberOf, NOBODY, PORTRAIT_ELEMENTS, SLOTS, WIDTHS, type PortraitState } from './portrait';
import { Select } from './Select';

export type PortraitFieldsProps = { state: PortraitState; change: (part: Partial<PortraitState>) => void };

/** Four members and the look of the picture. */
export function PortraitFields({ state, change }: PortraitFieldsProps) {
  return (
    <>
      <ol className="hits members" role="list">
        {SLOTS.map((slot) => {
          const { name, element } = memberOf(state, slot);
          return (
            <li key={slot} data-element={element.toLowerCase()}>
              <fieldset>
                <legend className="visually-hidden">{`Member ${slot}`}</legend>
                <label className="tool-field">
                  <span>{`Member ${slot}`}</span>
                  <input type="text" value={name} placeholder={element === NOBODY ? '' : `Any ${element}`} autoComplete="off" onChange={(event) => change({ [`m${slot}`]: event.currentTarget.value })} />
                </label>
                <Select label="Element" value={element} options={PORTRAIT_ELEMENTS} onChange={(value) => change({ [`e${slot}`]: value })} />
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
