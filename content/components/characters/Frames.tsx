import '../entity.css';
import type { FrameNote, FrameTable } from '../lib/types';
import { CellTable } from '../tables/lib/CellTable';
import { formatText } from '../lib/format';
import { SpanAxis, SpanBar } from '../lib/SpanBar';
import { barOf, hasLaterHit, longestOf, marksOf } from './lib/frameBars';
import { COLUMN_NAMES, TAB_NAMES } from './lib/frames';

export type FramesProps = { frames: FrameTable[]; set?: string };

function noteText(note: FrameNote): string {
  return 'label' in note ? `${note.label}: ${note.values.join(', ')}` : note.figures.map(formatText).join(', ');
}

/** Frame counts at 60 a second, one table per kind of action, with a bar in each row; all bars have one scale. */
export default function Frames({ frames, set }: FramesProps) {
  const shown = set === undefined ? frames : frames.filter((table) => table.set === set);
  const longest = longestOf(frames);
  return (
    <>
      {longestOf(shown) > 0 && (
        <p className="note" data-generated="">
          A bar is thick up to the first cancel and thin up to the last one. The strokes are hits, as wide as their
          hitlag. All bars have the same scale, in frames.
          {hasLaterHit(shown, longest) && ' An arrow stands for hits behind its end.'}
        </p>
      )}
      {shown.map((table, i) => (
        <Action key={i} table={table} longest={longest} />
      ))}
    </>
  );
}

function Action({ table, longest }: { table: FrameTable; longest: number }) {
  const caption = TAB_NAMES[table.tab] ?? table.tab;
  const labelled = (table.notes ?? []).filter((note) => 'label' in note);
  const hasBars = table.rows.some((row) => barOf(table.columns, row));
  return (
    <div className="frames">
      <h3 className="frames-name">{caption}</h3>
      <CellTable
        label={`Frames: ${caption}`}
        columns={table.columns.map((column) => COLUMN_NAMES[column] ?? column)}
        rows={table.rows}
        {...(hasBars && {
          bars: {
            at: 1,
            head: <SpanAxis total={longest} />,
            of: (row) => {
              const bar = barOf(table.columns, row);
              return bar && <SpanBar least={bar.first} most={bar.last} marks={marksOf(bar)} total={longest} />;
            },
          },
        })}
      />
      {labelled.length > 0 && (
        <p className="note" data-generated="">
          {labelled.map(noteText).join('; ')}
        </p>
      )}
    </div>
  );
}
