import { useState, type ComponentType } from 'react';
import type { PresetPanelProps } from './PresetPanel';

/** Fills the fields in from the library; the script and the figures are loaded when the reader opens it. */
export function Presets(props: PresetPanelProps) {
  const [Panel, setPanel] = useState<ComponentType<PresetPanelProps> | null>(null);
  const load = () => {
    void import('./PresetPanel').then(({ PresetPanel }) => setPanel(() => PresetPanel));
  };
  return (
    <details className="tool-presets" onToggle={load}>
      <summary>Fill in from the library</summary>
      {Panel && <Panel {...props} />}
    </details>
  );
}
