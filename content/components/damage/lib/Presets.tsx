import { useState, type ComponentType } from 'react';
import { LoadError } from './LoadError';
import type { PresetPanelProps } from './PresetPanel';

export type PresetsProps = PresetPanelProps & {
  /** Loads the script of the box. */
  loadPanel?: () => Promise<{ PresetPanel: ComponentType<PresetPanelProps> }>;
};

/** Fills the fields in from the library; the script and the figures are loaded when the reader opens it. */
export function Presets({ loadPanel = () => import('./PresetPanel'), ...props }: PresetsProps) {
  const [Panel, setPanel] = useState<ComponentType<PresetPanelProps> | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const load = () => {
    setFailed(false);
    loadPanel().then(
      ({ PresetPanel }) => setPanel(() => PresetPanel),
      () => setFailed(true),
    );
  };
  return (
    <details className="tool-presets" onToggle={load}>
      <summary>Fill in from the library</summary>
      {Panel && <Panel {...props} />}
      {hasFailed && !Panel && <LoadError what="The script of this box" retry={load} />}
    </details>
  );
}
