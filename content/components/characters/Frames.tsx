import '../entity.css';
import { CellTable } from '../tables/lib/CellTable';
import { barsOf, FrameBars } from './lib/FrameBars';
import { formatText } from '../lib/format';
import { COLUMN_NAMES, TAB_NAMES } from './lib/frames';
import type { FrameNote, FrameTable } from '../lib/types';

export type FramesProps = { frames: FrameTable[]; set?: string };

function noteText(note: FrameNote): string {
  return 'label' in note ? `${note.label}: ${note.values.join(', ')}` : note.figures.map(formatText).join(', ');
}

/** Frame counts at 60 a second, one table per kind of action and bars of their lengths. */
export default function Frames({ frames, set }: FramesProps) {
  const shown = set === undefined ? frames : frames.filter((table) => table.set === set);
  return (
    <>
      {shown.some((table) => barsOf(table).length > 0) && (
        <p className="note" data-drawn="">
          A bar is full up to the first cancel and faint up to the last one; the stroke is the hit.
        </p>
      )}
      {shown.map((table, i) => (
        <Action key={i} table={table} />
      ))}
    </>
  );
}

function Action({ table }: { table: FrameTable }) {
  const caption = TAB_NAMES[table.tab] ?? table.tab;
  const labelled = (table.notes ?? []).filter((note) => 'label' in note);
  return (
    <div className="frames">
      <FrameBars table={table} title={caption} />
      <CellTable
        label={`Frames: ${caption}`}
        caption={caption}
        columns={table.columns.map((column) => COLUMN_NAMES[column] ?? column)}
        rows={table.rows}
      />
      {labelled.length > 0 && (
        <p className="note" data-drawn="">
          {labelled.map(noteText).join('; ')}
        </p>
      )}
    </div>
  );
}
