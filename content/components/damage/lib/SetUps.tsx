import { useEffect, useRef } from 'react';
import { formatResult } from '../../lib/number';
import { ScrollTable } from '../../tables/lib/ScrollTable';
import { damageOfState, differencesOf, gainText, packSetUp, unpackSetUp } from './setUps';
import type { HitState } from './hitState';

export type SetUpsProps = {
  /** Set-up B: what the fields hold. */
  state: HitState;
  /** Set-up A in its packed form, empty when there is none. */
  against: string;
  change: (part: Partial<HitState> & { against?: string }) => void;
};

/** Stores the fields as set-up A, and shows what a second set-up changes. */
export function SetUps({ state, against, change }: SetUpsProps) {
  const box = useRef<HTMLDivElement>(null);
  const isPressed = useRef(false);
  const setUpA = unpackSetUp(against);
  const isComparing = setUpA !== null;
  const packed = packSetUp(state);
  // a11y: the pressed button is gone; the focus goes to the first one in its place.
  useEffect(() => {
    if (isPressed.current) box.current?.querySelector('button')?.focus();
    isPressed.current = false;
  }, [isComparing]);
  const set = (value: string) => {
    isPressed.current = true;
    change({ against: value });
  };
  return (
    <div ref={box} className={isComparing ? 'tool-setups' : undefined}>
      {isComparing ? (
        <>
          <DifferenceTable a={setUpA} b={state} />
          <div className="tool-actions">
            <Button text="Keep B as A" onPress={() => change({ against: packed })} />
            <Button text="Swap A and B" onPress={() => change({ ...setUpA, against: packed })} />
            <Button text="Remove A" onPress={() => set('')} />
          </div>
        </>
      ) : (
        <button type="button" className="tool-button tool-compare" onClick={() => set(packed)}>
          Compare with another set-up
        </button>
      )}
    </div>
  );
}

function Button({ text, onPress }: { text: string; onPress: () => void }) {
  return (
    <button type="button" className="tool-button" onClick={onPress}>
      {text}
    </button>
  );
}

function DifferenceTable({ a, b }: { a: HitState; b: HitState }) {
  const rows = differencesOf(a, b);
  const [first, second] = [damageOfState(a), damageOfState(b)];
  return (
    <ScrollTable label="Two set-ups" className="full">
      <thead>
        <tr>
          <th scope="col">Input</th>
          <th scope="col" className="al-end">
            A
          </th>
          <th scope="col" className="al-end">
            B, the fields above
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, a: left, b: right }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td className="al-end">{left}</td>
            <td className="al-end">{right}</td>
          </tr>
        ))}
        {rows.length === 0 && (
          <tr>
            <td colSpan={3}>Both are the same: change a field to see the difference.</td>
          </tr>
        )}
        <tr className="tool-sum">
          <th scope="row">Damage</th>
          <td className="al-end">{formatResult(first, 0)}</td>
          <td className="al-end">{`${formatResult(second, 0)} (${gainText(second, first)})`}</td>
        </tr>
      </tbody>
    </ScrollTable>
  );
}
