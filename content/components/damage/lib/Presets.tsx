import { useState, type ComponentType } from 'react';
import { LoadError } from './LoadError';
import type { PresetPanelProps } from './PresetPanel';

/** Fills the fields in from the library; the script and the figures are loaded when the reader opens it. */
export function Presets(props: PresetPanelProps) {
  const [Panel, setPanel] = useState<ComponentType<PresetPanelProps> | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const load = () => {
    setFailed(false);
    import('./PresetPanel').then(({ PresetPanel }) => setPanel(() => PresetPanel)).catch(() => setFailed(true));
  };
  return (
    <details className="tool-presets" onToggle={load}>
      <summary>Fill in from the library</summary>
      {Panel && <Panel {...props} />}
      {hasFailed && !Panel && <LoadError what="The script of this box" retry={load} />}
    </details>
  );
}
