import type { ComponentType } from 'react';

/** A component that Markdown may name: its props come from the tag, its children are Markdown. */
export type ContentComponent = ComponentType<Record<string, unknown>>;
