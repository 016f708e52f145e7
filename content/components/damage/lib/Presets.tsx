import { useCallback, useEffect, useRef, useState, type ComponentType } from 'react';
import { LoadError } from './LoadError';
import type { PresetPanelProps } from './presets/PresetPanel';

export type PresetsProps = PresetPanelProps & {
  /** Loads the script of the box. */
  loadPanel?: () => Promise<{ PresetPanel: ComponentType<PresetPanelProps> }>;
};

const loadOwnPanel = () => import('./presets/PresetPanel');

/** Fills the fields in from the library; the script and the figures are loaded when the reader opens it. */
export function Presets({ loadPanel = loadOwnPanel, ...props }: PresetsProps) {
  const box = useRef<HTMLDetailsElement>(null);
  const [Panel, setPanel] = useState<ComponentType<PresetPanelProps> | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const load = useCallback(() => {
    setFailed(false);
    loadPanel().then(
      ({ PresetPanel }) => setPanel(() => PresetPanel),
      () => setFailed(true),
    );
  }, [loadPanel]);
  // The reader, or the page that restores what was open, may have opened it before the tool works.
  useEffect(() => {
    if (box.current?.open) load();
  }, [load]);
  return (
    <details ref={box} className="tool-presets" onToggle={load} suppressHydrationWarning>
      <summary>Fill in from the library</summary>
      {Panel && <Panel {...props} />}
      {hasFailed && !Panel && <LoadError what="The script of this box" retry={load} />}
    </details>
  );
}
